"""Pictures: the marks and looks that are asked for, and errors that say what would be right."""

import struct
import unittest
import xml.etree.ElementTree as ElementTree

import rukh
import rukh.draw


class DrawTest(unittest.TestCase):
    def setUp(self):
        self.board = rukh.Board("shatranj")
        self.board.push_san("e3")

    def test_svg_is_well_formed_for_every_ruleset(self):
        for name in rukh.rulesets():
            with self.subTest(name):
                root = ElementTree.fromstring(rukh.draw.svg(rukh.Board(name)))
                self.assertTrue(root.tag.endswith("svg"))

    def test_every_argument_changes_the_picture(self):
        plain = rukh.draw.svg(self.board)
        for change in [
            {"arrows": ["a1c3:red"]},
            {"circles": ["c3"]},
            {"legal": "g8"},
            {"last_move": "a1a2"},
            {"flipped": True},
            {"rotate": 90},
            {"coordinates": False},
            {"theme": "dark"},
            {"pieces": "international"},
            {"skin": "plain"},
            {"size": 200},
        ]:
            with self.subTest(change):
                self.assertNotEqual(rukh.draw.svg(self.board, **change), plain)

    def test_board_shows_itself_in_a_notebook(self):
        self.assertEqual(self.board._repr_svg_(), rukh.draw.svg(self.board, size=390))

    def test_png_has_the_size_asked_for(self):
        png = rukh.draw.png(self.board, size=128)
        self.assertEqual(struct.unpack(">II", png[16:24]), (128, 128))

    def test_png_takes_the_arguments_of_svg_and_no_others(self):
        self.assertNotEqual(rukh.draw.png(self.board, theme="dark"), rukh.draw.png(self.board))
        self.assertRaises(TypeError, rukh.draw.png, self.board, colour="red")

    def test_square_of_legal_may_be_a_number(self):
        self.assertEqual(rukh.draw.svg(self.board, legal=62), rukh.draw.svg(self.board, legal="g8"))

    def test_errors_say_what_would_be_right(self):
        for wrong, place, reason in [
            ({"arrows": ["a1"]}, "a1", "write it as `a1c3`"),
            ({"circles": ["a9"]}, "a9", "its cells are a1 to h8"),
            ({"arrows": ["a1b2:pink"]}, "a1b2:pink", "colours are"),
            ({"legal": "e5"}, "legal", "no piece stands on e5"),
            ({"legal": "z9"}, "z9", "a1 to h8"),
            ({"rotate": 45}, "rotate=45", "0, 90, 180 or 270"),
            ({"theme": "blue"}, "theme", "high-contrast"),
            ({"pieces": "staunton"}, "pieces", "traditional"),
            ({"skin": "ice"}, "skin", "skins are"),
            ({"size": 5}, "size", "16 to 4096"),
        ]:
            with self.subTest(wrong), self.assertRaises(rukh.RukhError) as caught:
                rukh.draw.svg(self.board, **wrong)
            self.assertIn(reason, str(caught.exception))
            self.assertIn(place, caught.exception.place)


if __name__ == "__main__":
    unittest.main()
