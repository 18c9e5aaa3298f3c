"""The page Models: how published models encode position."""
