"""What an encoding is: the base class, its parameters, and mathematics that several encodings share."""
