//! What stands behind a ruleset's page: remarks, how the pieces complement each
//! other, records of evidence, identifiers and the bibliography, all of it whole.

use std::io::{self, Write};

use rukh_rules::ruleset::complement::{Coverage, partitions};
use rukh_rules::ruleset::{EvidenceRecord, Source};
use rukh_rules::{Ruleset, catalog};
use serde_json::{Value, json};

use super::show::{write_provenance, write_wrapped};

/// Cells from the middle to the edge of the square in which pieces are compared: 5x5.
const RADIUS: u8 = 2;

/// Writes every section behind the laws.
pub fn write(ruleset: &Ruleset, out: &mut dyn Write) -> io::Result<()> {
    write_complement(ruleset, out)?;
    write_remarks(ruleset, out)?;
    write_identifiers(ruleset, out)?;
    write_evidence(ruleset, out)?;
    write_bibliography(ruleset, out)
}

/// The same for programs, as keys of the page's object.
pub fn to_json(ruleset: &Ruleset) -> Value {
    let cite = |sources: &[String]| -> Vec<String> {
        sources.iter().map(|source| catalog::sources().cite(source)).collect()
    };
    let remarks = ruleset.remarks.iter().map(|remark| {
        let mut value = json!(remark);
        value["citations"] = json!(cite(&remark.provenance.sources));
        value
    });
    let identifiers =
        ruleset.about.identifiers.iter().map(|id| json!({"id": id, "record": catalog::sources().record(id)}));
    let complement = partitions(ruleset, RADIUS).into_iter().map(|found| {
        let mut value = json!(found);
        value["figure"] = json!(found.figure());
        value
    });
    let bibliography = works(ruleset).into_iter().map(|(work, places)| {
        let mut value = json!(work);
        value["cited"] = json!(places);
        value
    });
    json!({
        "side_names": ruleset.side_names,
        "complementarity": complement.collect::<Vec<_>>(),
        "remarks": remarks.collect::<Vec<_>>(),
        "identifiers": identifiers.collect::<Vec<_>>(),
        "evidence": evidence(ruleset),
        "bibliography": bibliography.collect::<Vec<_>>(),
    })
}

fn evidence(ruleset: &Ruleset) -> Vec<&'static EvidenceRecord> {
    ruleset.about.evidence.iter().filter_map(|id| catalog::sources().record(id)).collect()
}

/// Every work the ruleset cites with the places cited in it, in the order of first citation.
fn works(ruleset: &Ruleset) -> Vec<(&'static Source, Vec<String>)> {
    let mut works: Vec<(&Source, Vec<String>)> = Vec::new();
    for citation in ruleset.citations() {
        let Some(work) = catalog::sources().find(&citation) else { continue };
        let place = citation.split_once(':').map(|(_, place)| place.to_owned());
        match works.iter_mut().find(|(known, _)| known.key == work.key) {
            Some((_, places)) => places.extend(place),
            None => works.push((work, place.into_iter().collect())),
        }
    }
    works
}

fn write_complement(ruleset: &Ruleset, out: &mut dyn Write) -> io::Result<()> {
    let found = partitions(ruleset, RADIUS);
    if found.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nPIECES THAT COMPLEMENT EACH OTHER\n")?;
    let text = "Together the pieces of each set reach every square of the five by five square around them \
                exactly once (king and pawns aside, `*` is the piece):";
    write_wrapped(out, text, 2)?;
    for coverage in &found {
        writeln!(out, "\n  {}", sum(ruleset, coverage))?;
        for row in coverage.figure() {
            let row: String = row.chars().map(|letter| format!(" {letter}")).collect();
            writeln!(out, "     {row}")?;
        }
    }
    Ok(())
}

/// `rook 8 + knight 8 + bishop 8 = 24 of 24`.
fn sum(ruleset: &Ruleset, coverage: &Coverage) -> String {
    let name = |letter: char| ruleset.kind(letter).map_or("", |kind| &ruleset.pieces[kind.index()].name);
    let terms: Vec<String> =
        coverage.shares.iter().map(|share| format!("{} {}", name(share.letter), share.cells.len())).collect();
    let reached: usize = coverage.shares.iter().map(|share| share.cells.len()).sum();
    format!("{} = {reached} of {reached}", terms.join(" + "))
}

fn write_remarks(ruleset: &Ruleset, out: &mut dyn Write) -> io::Result<()> {
    if ruleset.remarks.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nREMARKS")?;
    for remark in &ruleset.remarks {
        writeln!(out, "\n  {}", remark.title)?;
        write_wrapped(out, &remark.text, 4)?;
        write_provenance(out, &remark.provenance, 6)?;
    }
    Ok(())
}

fn write_identifiers(ruleset: &Ruleset, out: &mut dyn Write) -> io::Result<()> {
    if ruleset.about.identifiers.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nIDENTIFIERS")?;
    for id in &ruleset.about.identifiers {
        let record = catalog::sources().record(id);
        match record.filter(|_| !ruleset.about.evidence.contains(id)) {
            Some(record) => write_record(out, record)?,
            None => writeln!(out, "\n  {id}")?,
        }
    }
    Ok(())
}

fn write_evidence(ruleset: &Ruleset, out: &mut dyn Write) -> io::Result<()> {
    let records = evidence(ruleset);
    if records.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nEVIDENCE")?;
    records.into_iter().try_for_each(|record| write_record(out, record))
}

/// A record with every field it has.
fn write_record(out: &mut dyn Write, record: &EvidenceRecord) -> io::Result<()> {
    writeln!(out, "\n  {}", record.id)?;
    for (key, text) in &record.fields {
        let heading = heading(key);
        match key.as_str() {
            "source" | "reference" => {
                write_wrapped(out, &format!("{heading}: {}", catalog::sources().cite(text)), 4)?;
            }
            _ => write_wrapped(out, &format!("{heading}: {text}"), 4)?,
        }
    }
    Ok(())
}

/// A field's key as a heading: `location.lat` is `Location, latitude`.
fn heading(key: &str) -> String {
    let words: Vec<String> = key
        .split('.')
        .map(|part| match part {
            "lat" => "latitude".to_owned(),
            "lon" => "longitude".to_owned(),
            part => part.replace('-', " "),
        })
        .collect();
    let text = words.join(", ");
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn write_bibliography(ruleset: &Ruleset, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\nSOURCES")?;
    for (work, places) in works(ruleset) {
        writeln!(out)?;
        write_wrapped(out, &work.citation(), 2)?;
        if !places.is_empty() {
            write_wrapped(out, &format!("Cited: {}", places.join("; ")), 6)?;
        }
        for (heading, text) in work.details() {
            write_wrapped(out, &format!("{heading}: {text}"), 6)?;
        }
    }
    Ok(())
}
