//! Options of `rukh draw`.

use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use rukh_draw::{PieceSet, SIZES, Theme};
use rukh_rules::ruleset::SKINS;
use rukh_rules::strum::VariantNames;

use super::DialectWord;
use super::complete::rulesets;
use crate::write::Overwrite;

const EXAMPLES: &str = "\
Examples:
  rukh draw -r shatranj -o start.svg
  rukh draw '4k3/8/8/r2p4/8/8/R2P4/4K3 w' -r shatranj --legal a2 --arrow a5a2:red -o rook.png
  rukh draw -r senterej --array facing --pieces international --theme dark -o facing.svg
  rukh draw --game game.pgn --move 12 --flip --size 800 -o - > move12.svg
  rukh draw -r oblong --rotate 90 --no-coordinates -o board.svg";

/// Options of `rukh draw`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct DrawOptions {
    /// Position to draw [default: the ruleset's start].
    #[arg(value_name = "FEN", conflicts_with_all = ["array", "game"])]
    pub fen: Option<String>,
    /// Ruleset; with --game only a ruleset file that the game refers to.
    #[arg(long, short, value_name = "RULESET", required_unless_present = "game", add = rulesets())]
    pub ruleset: Option<String>,
    /// Picture to write, `.svg` or `.png`; `-` writes to standard output.
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    /// Format of the picture [default: by the extension of FILE, svg on standard output].
    #[arg(long, value_enum)]
    pub format: Option<PictureFormat>,
    #[command(flatten)]
    pub overwrite: Overwrite,
    /// Array to draw, by its key: `rukh rules show` lists them.
    #[arg(long, value_name = "NAME", conflicts_with = "game")]
    pub array: Option<String>,
    /// Game record to draw a position of, PGN or JSON Lines; `-` reads standard input.
    #[arg(long, value_name = "FILE")]
    pub game: Option<PathBuf>,
    /// Position after this many moves of both sides; 0 is the start [default: the end of the game].
    #[arg(long = "move", value_name = "N", requires = "game")]
    pub ply: Option<usize>,
    /// Number of the game in its file.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "game",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub game_number: u32,
    /// Letters of the FEN or of the game.
    #[arg(long, value_enum, default_value_t)]
    pub dialect: DialectWord,
    /// Arrow to draw, such as `a1c3` or `a1c3:red`; repeatable. Colours are green, red, blue,
    /// yellow and skin, which is that of the board's marks.
    #[arg(long, value_name = "CELLS")]
    pub arrow: Vec<String>,
    /// Cell to circle, such as `c3` or `c3:blue`; repeatable.
    #[arg(long, value_name = "CELL")]
    pub circle: Vec<String>,
    /// Cells to mark as the last move, such as `a1c3` [default: the last move of the game].
    #[arg(long, value_name = "CELLS")]
    pub last_move: Option<String>,
    /// Cell whose piece shows its legal moves: a knot on cells it may go to, a ring around pieces it
    /// may capture, a small cross at pieces that block its way.
    #[arg(long, value_name = "CELL")]
    pub legal: Option<String>,
    /// Draw Black at the bottom.
    #[arg(long)]
    pub flip: bool,
    /// Turn the board clockwise, in degrees; a long board then lies on its side.
    #[arg(long, value_name = "DEGREES", default_value = "0", value_parser = PossibleValuesParser::new(["0", "90", "180", "270"]))]
    pub rotate: String,
    /// Lightness and contrast.
    #[arg(long, default_value_t, value_parser = PossibleValuesParser::new(Theme::VARIANTS).try_map(|word| word.parse::<Theme>()))]
    pub theme: Theme,
    /// Drawings of the pieces.
    #[arg(long, value_name = "SET", default_value_t, value_parser = PossibleValuesParser::new(PieceSet::VARIANTS).try_map(|word| word.parse::<PieceSet>()))]
    pub pieces: PieceSet,
    /// Board [default: that of the ruleset].
    #[arg(long, value_parser = PossibleValuesParser::new(SKINS))]
    pub skin: Option<String>,
    /// Longer side in pixels [default: 64 pixels for a cell].
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(i64::from(*SIZES.start())..=i64::from(*SIZES.end())))]
    pub size: Option<u32>,
    /// Leave out the names of files and ranks.
    #[arg(long)]
    pub no_coordinates: bool,
}

/// Format of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PictureFormat {
    /// Scalable vector graphics.
    Svg,
    /// Pixels.
    Png,
}

impl PictureFormat {
    /// The format of a file's extension.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<PictureFormat> {
        match path.extension()?.to_str()? {
            word if word.eq_ignore_ascii_case("svg") => Some(PictureFormat::Svg),
            word if word.eq_ignore_ascii_case("png") => Some(PictureFormat::Png),
            _ => None,
        }
    }
}
