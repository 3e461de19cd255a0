"""One module a command; `vanuatu_cli/app.py` says what it must hold."""
