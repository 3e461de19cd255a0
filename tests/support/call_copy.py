"""`python call_copy.py SOCKET ARGUMENTS` is `python -m vanuatu ARGUMENTS`, in a copy that `copies.py` makes.

It hands on its streams, folder, environment and process group, and ends with the exit code of the copy.
"""

import json
import os
import socket
import sys

if __name__ == "__main__":
    request = {
        "arguments": sys.argv[2:],
        "folder": os.getcwd(),
        "environment": dict(os.environ),
        "group": os.getpgrp(),
    }
    line = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    line.connect(sys.argv[1])
    socket.send_fds(line, [json.dumps(request).encode()], [0, 1, 2])
    for stream in (0, 1, 2):  # only the copy holds them now
        os.close(stream)
    line.recv(100)  # its number
    code = int(line.recv(100) or 1)
    os._exit(code if code >= 0 else 128 - code)
