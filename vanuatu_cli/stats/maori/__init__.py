"""What a report says of Maori alone."""
