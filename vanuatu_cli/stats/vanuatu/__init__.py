"""What a report says of Vanuatu alone."""
