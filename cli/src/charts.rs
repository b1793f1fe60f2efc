//! `sandtable charts`.

use crate::args::ChartFormat;
use crate::draw::chart_svg::chart_svg;
use crate::draw::table::chart_table;
use crate::draw::{width, wrapped};
use crate::style::{ASIDE, RULE, TITLE, styled};
use crate::trouble::Trouble;
use kernel::book::Book;
use kernel::chart::Chart;
use kernel::tally::Modifier;
use serde_json::{Value, json};
use std::fmt::Write;

/// The list of a book's charts, or one of them.
pub(crate) fn show(book: &str, chart: Option<&str>, format: ChartFormat) -> Result<String, Trouble> {
    let book = shelf::book(book)?;
    let Some(name) = chart else { return list(book, format) };
    let chart = shelf::chart(book, name)?;
    match format {
        ChartFormat::Text => Ok(text(chart)),
        ChartFormat::Json => Ok(format!("{:#}\n", to_json(book, chart))),
        ChartFormat::Csv => csv(chart),
        ChartFormat::Markdown => Ok(markdown(chart)),
        ChartFormat::Svg => Ok(chart_svg(chart)),
    }
}

fn list(book: &Book, format: ChartFormat) -> Result<String, Trouble> {
    match format {
        ChartFormat::Json => {
            Ok(format!("{:#}\n", book.charts.iter().map(|chart| to_json(book, chart)).collect::<Value>()))
        }
        ChartFormat::Text => {
            let mut text = format!("{}\n", styled(TITLE, format!("Charts of {}", book.title)));
            for chart in book.charts {
                let _ = writeln!(
                    text,
                    "  {:20} {} {}",
                    chart.name,
                    chart.title,
                    styled(RULE, format!("({})", chart.section))
                );
            }
            Ok(text + &format!("\nShow one: sandtable charts {} CHART\n", book.id))
        }
        _ => Err(Trouble::of("the list of charts is shown as text or json; name a chart for csv, markdown or svg")),
    }
}

fn to_json(book: &Book, chart: &Chart) -> Value {
    let row = |row: &kernel::chart::Row| json!({ "label": row.label, "cells": row.cells });
    let modifier = |(key, modifier): &(String, Modifier)| {
        json!({
            "key": key, "add": modifier.add, "text": modifier.what, "rule": modifier.rule.0,
            "at_most": modifier.at_most, "group": modifier.group,
        })
    };
    json!({
        "book": book.id,
        "chart": chart.name,
        "title": chart.title,
        "section": chart.section,
        "corner": chart.corner,
        "columns": chart.columns,
        "rows": chart.rows.iter().map(row).collect::<Vec<_>>(),
        "modifiers": chart.modifiers.iter().map(modifier).collect::<Vec<_>>(),
        "notes": chart.notes,
        "errata": chart.errata,
    })
}

/// Are the rows of the chart its modifiers?
fn is_list_of_modifiers(chart: &Chart) -> bool {
    chart.columns == ["modifier"] && !chart.modifiers.is_empty()
}

fn text(chart: &Chart) -> String {
    let mut text = format!("{} {}\n", styled(TITLE, &chart.title), styled(RULE, format!("({})", chart.section)));
    text += &chart_table(chart, &[], width());
    text.push('\n');
    if !is_list_of_modifiers(chart) {
        let mut group = None;
        for (_, modifier) in &chart.modifiers {
            if modifier.group != group {
                group = modifier.group;
                let _ = writeln!(text, "{}", styled(TITLE, group.unwrap_or_default()));
            }
            let most = modifier.at_most.map_or(String::new(), |most| format!(" (at most {most})"));
            let rule = styled(RULE, format!("({})", modifier.rule));
            let most = if modifier.what.contains("at most") || modifier.at_most == Some(1) { "" } else { &most };
            let _ = writeln!(text, "  {:>+3}  {}{most} {rule}", modifier.add, modifier.what);
        }
    }
    for note in &chart.notes {
        let _ = writeln!(text, "{} {}", styled(ASIDE, "-"), wrapped(note, width() - 2, "  "));
    }
    for erratum in &chart.errata {
        let _ = writeln!(text, "{}", wrapped(&format!("erratum: {erratum}"), width(), "  "));
    }
    text
}

fn csv(chart: &Chart) -> Result<String, Trouble> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let wrong = |error: csv::Error| Trouble::of(error.to_string());
    writer.write_record(std::iter::once(&chart.corner).chain(&chart.columns)).map_err(wrong)?;
    for row in &chart.rows {
        writer.write_record(std::iter::once(&row.label).chain(&row.cells)).map_err(wrong)?;
    }
    let bytes = writer.into_inner().map_err(|error| Trouble::of(error.to_string()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn markdown(chart: &Chart) -> String {
    let line = |cells: &mut dyn Iterator<Item = &String>| {
        let cells: Vec<String> = cells.map(|cell| cell.replace('|', "\\|")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let mut text = format!("### {} ({})\n\n", chart.title, chart.section);
    text += &line(&mut std::iter::once(&chart.corner).chain(&chart.columns));
    let _ = writeln!(text, "|{}", "---|".repeat(chart.columns.len() + 1));
    for row in &chart.rows {
        text += &line(&mut std::iter::once(&row.label).chain(&row.cells));
    }
    if !is_list_of_modifiers(chart) && !chart.modifiers.is_empty() {
        text.push('\n');
        for (_, modifier) in &chart.modifiers {
            let _ = writeln!(text, "- {:+} {}", modifier.add, modifier.what);
        }
    }
    for note in &chart.notes {
        let _ = write!(text, "\n{note}\n");
    }
    for erratum in &chart.errata {
        let _ = write!(text, "\nErratum: {erratum}\n");
    }
    text
}
