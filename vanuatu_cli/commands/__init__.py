"""One module per command; `vanuatu_cli/app.py` describes its contents."""
