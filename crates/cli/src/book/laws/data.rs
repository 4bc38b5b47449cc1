//! Descriptions and examples for the reference of laws.

/// A law with its variants.
pub struct LawReference {
    /// The law's table in a ruleset.
    pub key: &'static str,
    /// What the law is about.
    pub text: &'static str,
    /// Its variants.
    pub variants: &'static [Variant],
}

/// A variant of a law.
pub struct Variant {
    /// The value of `law`.
    pub word: &'static str,
    /// What holds.
    pub text: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// The law's table, and those within it, with every parameter.
    pub example: &'static str,
    /// Laws that the example needs beside it: key, and table without its head.
    pub beside: &'static [(&'static str, &'static str)],
}

/// A parameter of a variant.
pub struct Parameter {
    /// Its key.
    pub key: &'static str,
    /// Its type, where the reader of the law names neither words nor a range.
    pub kind: &'static str,
    /// What it means.
    pub text: &'static str,
}

const fn parameter(key: &'static str, kind: &'static str, text: &'static str) -> Parameter {
    Parameter { key, kind, text }
}

/// Laws beside an example of a game with a die.
const DICE: &[(&str, &str)] = &[
    (
        "royalty",
        r#"law = "capture"
royal = "k""#,
    ),
    ("check", r#"law = "no-duty""#),
    ("stalemate", r#"law = "pass""#),
    ("pass", r#"law = "forced""#),
    ("bare-king", r#"law = "ignored""#),
];
/// Laws beside an example of a game in which the king is captured.
const CAPTURE: &[(&str, &str)] = &[("check", r#"law = "no-duty""#), ("bare-king", r#"law = "ignored""#)];
/// Laws beside an example of a game with a die.
const MATECAPTURE: &[(&str, &str)] = &[
    (
        "die",
        r#"law = "names-men"
faces = ["p", "r", "n", "ef", "wmb", "k"]"#,
    ),
    ("check", r#"law = "one-throw""#),
    ("stalemate", r#"law = "pass""#),
    ("pass", r#"law = "forced""#),
    ("bare-king", r#"law = "ignored""#),
];
/// Laws beside an example of a game in which the king is captured.
const NODUTY: &[(&str, &str)] = &[
    (
        "royalty",
        r#"law = "capture"
royal = "k""#,
    ),
    ("bare-king", r#"law = "ignored""#),
];
/// Laws beside an example of a game with a die.
const ROYALFACE: &[(&str, &str)] = &[
    (
        "die",
        r#"law = "names-men"
faces = ["p", "r", "n", "ef", "wmb", "k"]"#,
    ),
    ("stalemate", r#"law = "pass""#),
    ("pass", r#"law = "forced""#),
    ("bare-king", r#"law = "ignored""#),
];
/// Laws beside an example of a game with a die.
const ONETHROW: &[(&str, &str)] = &[
    (
        "die",
        r#"law = "names-men"
faces = ["p", "r", "n", "ef", "wmb", "k"]"#,
    ),
    (
        "royalty",
        r#"law = "mate-and-capture"
royal = "k""#,
    ),
    ("stalemate", r#"law = "pass""#),
    ("pass", r#"law = "forced""#),
    ("bare-king", r#"law = "ignored""#),
];

/// Every law in the order of a ruleset's page.
pub const LAWS: &[LawReference] = &[
    LawReference {
        key: "opening",
        text: "How the game begins: with turns, or with the werera.",
        variants: &[
            Variant {
                word: "turns",
                text: "The players alternate from the first move.",
                parameters: &[parameter("first", "", "side that moves first")],
                example: r#"[opening]
law = "turns"
first = "white""#,
                beside: &[],
            },
            Variant {
                word: "werera",
                text: "Both sides move without turns until the first capture.",
                parameters: &[
                    parameter(
                        "manner",
                        "",
                        "`live`: either side moves at any time; `batched`: the sides alternate batches of quiet moves",
                    ),
                    parameter("bundle", "", "quiet moves in a batch; only with `batched`"),
                    parameter("first-turn", "", "side with the first turn after the capture"),
                    parameter("mate", "", "whether a mate during the werera ends the game"),
                    parameter("pawns", "", "how far pawns advance during the werera"),
                    parameter(
                        "budget",
                        "",
                        "moves that each side may make before turns begin with White; 0 is no limit",
                    ),
                ],
                example: r#"[opening]
law = "werera"
manner = "batched"
bundle = 5
first-turn = "side-captured"
mate = "not-adjudicated"
pawns = "one-step"
budget = 40"#,
                beside: &[],
            },
        ],
    },
    LawReference {
        key: "pass",
        text: "Whether a side may leave its turn unused.",
        variants: &[
            Variant {
                word: "never",
                text: "Passing is not allowed.",
                parameters: &[],
                example: r#"[pass]
law = "never""#,
                beside: &[],
            },
            Variant {
                word: "forced",
                text: "A side passes if, and only if, it has no move.",
                parameters: &[],
                example: r#"[pass]
law = "forced""#,
                beside: &[],
            },
            Variant {
                word: "free",
                text: "A side may always pass.",
                parameters: &[],
                example: r#"[pass]
law = "free""#,
                beside: &[],
            },
            Variant {
                word: "free-except-pawns",
                text: "A side may pass, except instead of a move of certain pieces.",
                parameters: &[parameter("pawns", "letters", "pieces with whose moves a side may not pass")],
                example: r#"[pass]
law = "free-except-pawns"
pawns = "p""#,
                beside: &[],
            },
        ],
    },
    LawReference {
        key: "die",
        text: "Whether a die is thrown before each turn.",
        variants: &[
            Variant {
                word: "none",
                text: "No die.",
                parameters: &[],
                example: r#"[die]
law = "none""#,
                beside: &[],
            },
            Variant {
                word: "names-men",
                text: "Each face names the pieces that may move.",
                parameters: &[parameter(
                    "faces",
                    "list of letters",
                    "for each face from 1 on, the letters of its pieces; 1 to 20 faces of equal chance",
                )],
                example: r#"[die]
law = "names-men"
faces = ["p", "r", "n", "ef", "wmb", "k"]"#,
                beside: DICE,
            },
        ],
    },
    LawReference {
        key: "royalty",
        text: "What the king's safety or capture means.",
        variants: &[
            Variant {
                word: "mate",
                text: "The king is never captured; checkmate wins.",
                parameters: &[parameter("royal", "letter", "the royal piece")],
                example: r#"[royalty]
law = "mate"
royal = "k""#,
                beside: &[],
            },
            Variant {
                word: "capture",
                text: "The king is captured like any piece, and its capture wins.",
                parameters: &[parameter("royal", "letter", "the royal piece")],
                example: r#"[royalty]
law = "capture"
royal = "k""#,
                beside: CAPTURE,
            },
            Variant {
                word: "mate-and-capture",
                text: "Checkmate and the capture of the king both win.",
                parameters: &[parameter("royal", "letter", "the royal piece")],
                example: r#"[royalty]
law = "mate-and-capture"
royal = "k""#,
                beside: MATECAPTURE,
            },
        ],
    },
    LawReference {
        key: "check",
        text: "What a side in check may do.",
        variants: &[
            Variant {
                word: "ordinary",
                text: "A check must be answered, and no king may be left under attack.",
                parameters: &[],
                example: r#"[check]
law = "ordinary""#,
                beside: &[],
            },
            Variant {
                word: "no-duty",
                text: "A check need not be answered; the king may be captured.",
                parameters: &[],
                example: r#"[check]
law = "no-duty""#,
                beside: NODUTY,
            },
            Variant {
                word: "royal-face-only",
                text: "With a die: a check must be answered only if the throw names the king.",
                parameters: &[],
                example: r#"[check]
law = "royal-face-only""#,
                beside: ROYALFACE,
            },
            Variant {
                word: "one-throw",
                text: "With a die: a side in check has one throw to escape.",
                parameters: &[],
                example: r#"[check]
law = "one-throw""#,
                beside: ONETHROW,
            },
        ],
    },
    LawReference {
        key: "stalemate",
        text: "A side that is not in check and has no move.",
        variants: &[
            Variant {
                word: "loss",
                text: "It loses.",
                parameters: &[],
                example: r#"[stalemate]
law = "loss""#,
                beside: &[],
            },
            Variant {
                word: "draw",
                text: "The game is drawn.",
                parameters: &[],
                example: r#"[stalemate]
law = "draw""#,
                beside: &[],
            },
            Variant {
                word: "pass",
                text: "It passes; `[pass]` must allow that.",
                parameters: &[],
                example: r#"[stalemate]
law = "pass""#,
                beside: &[("pass", r#"law = "forced""#)],
            },
            Variant {
                word: "loss-without-pseudo-move",
                text: "It loses only if no piece could move even if check were ignored.",
                parameters: &[],
                example: r#"[stalemate]
law = "loss-without-pseudo-move""#,
                beside: &[("pass", r#"law = "forced""#)],
            },
        ],
    },
    LawReference {
        key: "bare-king",
        text: "A king without the pieces that the ruleset counts.",
        variants: &[
            Variant {
                word: "loss",
                text: "The bared side loses.",
                parameters: &[
                    parameter(
                        "counter",
                        "",
                        "whether the bared side may bare the other in its next move, which draws",
                    ),
                    parameter("counts", "", "pieces that keep a king from being bare"),
                ],
                example: r#"[bare-king]
law = "loss"
counter = "next-move"
counts = "all-men""#,
                beside: &[],
            },
            Variant {
                word: "draw",
                text: "The game is drawn at once.",
                parameters: &[
                    parameter("with-mate", "", "result if the baring move also gives mate"),
                    parameter("counts", "", "pieces that keep a king from being bare"),
                ],
                example: r#"[bare-king]
law = "draw"
with-mate = "draw"
counts = "men-but-pawns""#,
                beside: &[],
            },
            Variant {
                word: "draw-after",
                text: "The other side must mate within a number of moves, or the game is drawn.",
                parameters: &[
                    parameter("moves", "", "moves of each side"),
                    parameter("counts", "", "pieces that keep a king from being bare"),
                ],
                example: r#"[bare-king]
law = "draw-after"
moves = 10
counts = "all-men""#,
                beside: &[],
            },
            Variant {
                word: "ignored",
                text: "A bare king plays on.",
                parameters: &[],
                example: r#"[bare-king]
law = "ignored""#,
                beside: &[],
            },
        ],
    },
    LawReference {
        key: "support",
        text: "A limit of moves for a side with one piece beside king and pawns.",
        variants: &[
            Variant {
                word: "none",
                text: "No limit.",
                parameters: &[],
                example: r#"[support]
law = "none""#,
                beside: &[],
            },
            Variant {
                word: "lone-man",
                text: "The game is drawn when the side has made the limit of moves, unless the last one mates.",
                parameters: &[
                    parameter("limit", "", "moves"),
                    parameter(
                        "counts-moves",
                        "",
                        "moves that count: those of the lone piece, or any move of its side",
                    ),
                ],
                example: r#"[support]
law = "lone-man"
limit = 7
counts-moves = "lone-man""#,
                beside: &[],
            },
        ],
    },
    LawReference {
        key: "promotion",
        text: "What a piece becomes at the far end of the board. Each kind that promotes has a table of its own.",
        variants: &[
            Variant {
                word: "none",
                text: "No piece promotes.",
                parameters: &[],
                example: r#"[promotion]
law = "none""#,
                beside: &[],
            },
            Variant {
                word: "on-arrival",
                text: "A piece promotes when it arrives in its zone. The parameters stand in a table for each letter, such as `[promotion.p]`.",
                parameters: &[
                    parameter("ranks", "", "ranks of the zone, counted from the far end"),
                    parameter("to", "letters", "kinds it may become; exactly one with `fixed`"),
                    parameter(
                        "choice",
                        "",
                        "`fixed`: the only kind; `player`: any of `to`; `lost-men`: a kind of which a piece is lost",
                    ),
                    parameter("duty", "", "whether it must promote"),
                    parameter(
                        "always",
                        "letters",
                        "with `lost-men`: kinds that are available even if none is lost; optional",
                    ),
                    parameter(
                        "otherwise",
                        "letters",
                        "with `lost-men`: kinds that are available if none of the others is; optional",
                    ),
                ],
                example: r#"[promotion]
law = "on-arrival"

[promotion.p]
ranks = 1
to = "fenr"
choice = "lost-men"
duty = "compulsory"
always = "f"
otherwise = "f""#,
                beside: &[],
            },
        ],
    },
    LawReference {
        key: "pawn-step",
        text: "A longer first step of pawns.",
        variants: &[
            Variant {
                word: "single",
                text: "Pawns always take single steps.",
                parameters: &[],
                example: r#"[pawn-step]
law = "single""#,
                beside: &[],
            },
            Variant {
                word: "initial",
                text: "A kind may take several steps at once from one rank.",
                parameters: &[
                    parameter("man", "letter", "the kind"),
                    parameter("rank", "", "rank it starts from, counted from its own side"),
                    parameter("steps", "", "longest first step, in cells"),
                    parameter(
                        "en-passant",
                        "",
                        "cells on which it can be captured in passing: those it passed, or none",
                    ),
                ],
                example: r#"[pawn-step]
law = "initial"
man = "p"
rank = 2
steps = 2
en-passant = "passed-cells""#,
                beside: &[],
            },
        ],
    },
    LawReference {
        key: "castling",
        text: "A joint move of king and rook.",
        variants: &[
            Variant {
                word: "none",
                text: "No castling.",
                parameters: &[],
                example: r#"[castling]
law = "none""#,
                beside: &[],
            },
            Variant {
                word: "king-steps",
                text: "The king goes a number of cells towards an unmoved rook, which lands on the cell it passed last.",
                parameters: &[
                    parameter("steps", "", "cells that the king goes"),
                    parameter("rook", "letter", "kind of the partner"),
                    parameter("sides", "", "directions"),
                    parameter("when", "", "phase in which it is allowed"),
                ],
                example: r#"[castling]
law = "king-steps"
steps = 2
rook = "r"
sides = "both"
when = "turns""#,
                beside: &[],
            },
        ],
    },
    LawReference {
        key: "repetition",
        text: "A position that occurs again.",
        variants: &[
            Variant {
                word: "none",
                text: "No limit.",
                parameters: &[],
                example: r#"[repetition]
law = "none""#,
                beside: &[],
            },
            Variant {
                word: "draw",
                text: "The game is drawn when a position with the same side to move occurs for the given time.",
                parameters: &[parameter("times", "", "occurrences")],
                example: r#"[repetition]
law = "draw"
times = 3"#,
                beside: &[],
            },
        ],
    },
    LawReference {
        key: "move-limit",
        text: "Moves without progress.",
        variants: &[
            Variant {
                word: "none",
                text: "No limit.",
                parameters: &[],
                example: r#"[move-limit]
law = "none""#,
                beside: &[],
            },
            Variant {
                word: "draw",
                text: "The game is drawn after a number of plies without a capture or a move of certain pieces.",
                parameters: &[
                    parameter("plies", "", "single moves of either side"),
                    parameter("pawns", "letters", "pieces whose moves reset the count"),
                ],
                example: r#"[move-limit]
law = "draw"
plies = 100
pawns = "p""#,
                beside: &[],
            },
        ],
    },
    LawReference {
        key: "time-forfeit",
        text: "A side whose time has run out, or that has left the game when the other claims the win. Resigning is not meant.",
        variants: &[
            Variant {
                word: "loss",
                text: "It has lost.",
                parameters: &[],
                example: r#"[time-forfeit]
law = "loss""#,
                beside: &[],
            },
            Variant {
                word: "draw-if-unwinnable",
                text: "It has lost, unless the other side could not win by any legal moves and throws: then the game is drawn. That is decided by what both sides have left, and only where it is certain. A lone king wins where kings are captured, and where a side without a move loses if that side's own pieces could shut each other in; elsewhere never. Where only mate wins, so does not a side whose single piece attacks cells of one colour, against a lone king, nor one whose pieces all keep to one colour, if the other side's do too. Where it is not certain, it is a loss.",
                parameters: &[],
                example: r#"[time-forfeit]
law = "draw-if-unwinnable""#,
                beside: &[],
            },
        ],
    },
    LawReference {
        key: "immunity",
        text: "Pieces that may not capture each other.",
        variants: &[
            Variant {
                word: "none",
                text: "No such pieces.",
                parameters: &[],
                example: r#"[immunity]
law = "none""#,
                beside: &[],
            },
            Variant {
                word: "spared",
                text: "Some kinds may not capture some others.",
                parameters: &[parameter(
                    "spared",
                    "table",
                    "for the letter of each capturing kind, the letters it may not capture",
                )],
                example: r#"[immunity]
law = "spared"
spared.e = "e""#,
                beside: &[],
            },
        ],
    },
    LawReference {
        key: "mate-style",
        text: "Customs about mate. They do not change the result.",
        variants: &[
            Variant {
                word: "none",
                text: "No customs.",
                parameters: &[],
                example: r#"[mate-style]
law = "none""#,
                beside: &[],
            },
            Variant {
                word: "customs",
                text: "A mate is judged by the piece that gives the check.",
                parameters: &[
                    parameter("poor", "letters", "kinds whose mates are thought poor"),
                    parameter("respectable", "letters", "kinds whose mates are respectable"),
                    parameter(
                        "praised",
                        "letters",
                        "kinds whose mates are praised, if another of these kinds has a part in them",
                    ),
                ],
                example: r#"[mate-style]
law = "customs"
poor = "rn"
respectable = "fe"
praised = "p""#,
                beside: &[],
            },
        ],
    },
];
