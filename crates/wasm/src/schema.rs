//! The JSON Schema of the data, from which the package's TypeScript is generated.

use std::path::Path;

use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;

use crate::data;

fn schema() -> String {
    let mut generator = SchemaGenerator::new(SchemaSettings::draft2020_12());
    generator.subschema_for::<data::Problem>();
    generator.subschema_for::<data::GameData>();
    generator.subschema_for::<data::GameState>();
    generator.subschema_for::<data::MoveData>();
    generator.subschema_for::<rukh_session::wire::view::RefusalReason>();
    generator.subschema_for::<data::RetractableData>();
    generator.subschema_for::<data::RulesetSummaryData>();
    generator.subschema_for::<data::RecordData>();
    generator.subschema_for::<data::PictureOptions>();
    generator.subschema_for::<data::SearchOptions>();
    generator.subschema_for::<data::ChoiceOptions>();
    generator.subschema_for::<data::OpeningOptions>();
    generator.subschema_for::<data::ExerciseOptions>();
    generator.subschema_for::<data::ExplainOptions>();
    generator.subschema_for::<data::ExplanationData>();
    generator.subschema_for::<data::MatchPairData>();
    generator.subschema_for::<data::MatchNumbers>();
    generator.subschema_for::<data::SearchInfo>();
    generator.subschema_for::<data::FaceEval>();
    generator.subschema_for::<data::ReviewProgressData>();
    generator.subschema_for::<data::LocalPlan>();
    generator.subschema_for::<data::LocalLog>();
    generator.subschema_for::<data::RematchSeed>();
    generator.subschema_for::<data::LocalStep>();
    generator.subschema_for::<data::LocalTask>();
    generator.subschema_for::<data::LocalDecision>();
    let mut definitions = generator.take_definitions(true);
    // Only written: what may be null is there.
    let mut written = SchemaSettings::draft2020_12().for_serialize().into_generator();
    written.subschema_for::<rukh_rules::RulesetData<'_>>();
    written.subschema_for::<rukh_lab::review::GameReview>();
    written.subschema_for::<rukh_lab::endings::Ending>();
    written.subschema_for::<rukh_lab::endings::EndingExercise>();
    definitions.extend(written.take_definitions(true));
    let schema = serde_json::json!({ "$defs": definitions });
    serde_json::to_string_pretty(&schema).expect("a schema is plain data") + "\n"
}

#[test]
fn schema_of_the_package_is_that_of_the_data() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("npm/schema.json");
    let schema = schema();
    if std::env::var_os("RUKH_BLESS").is_some() {
        std::fs::write(&path, &schema).expect("the schema can be written");
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(known == schema, "npm/schema.json is old; RUKH_BLESS=1 writes it");
}
