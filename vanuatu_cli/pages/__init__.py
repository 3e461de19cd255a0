"""Games as a page: one HTML file that needs nothing from elsewhere and works wherever it is opened.

Python draws, and the page's script only shows what is drawn: a game holds the distinct fragments of its
pictures once (see `notation.pictures`) and for each ply the numbers of those that changed. Games are
packed, and unpacked when they are chosen.
"""
