"""Does it always fit? Every distinct scene, in every language, detail, size of text and on every screen."""
