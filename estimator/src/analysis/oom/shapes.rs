//! Single matrices: embedding, head, linear layers.
use super::candidates::{Candidate, SHAPES};
use super::model::embedding;
use super::object::{Object, Width};
use crate::expr::{count, num};
use crate::memory::Moment;
use crate::scenario::Scenario;

pub(super) fn of(scenario: &Scenario) -> Vec<Candidate> {
    let mut all = vocabulary(scenario);
    all.extend(matrices(scenario));
    all
}

/// Embedding or head.
fn vocabulary(scenario: &Scenario) -> Vec<Candidate> {
    let made = &[
        Moment::Load,
        Moment::Loss,
        Moment::LastBackward,
        Moment::Step,
        Moment::Save,
    ];
    Width::ALL
        .into_iter()
        .map(|width| Candidate {
            object: Object::Vocabulary(width),
            formula: num(width.bytes()) * embedding(&scenario.model),
            moments: made,
            expected: true,
            source: &SHAPES,
        })
        .collect()
}

/// Linear layers, each size once; experts that are stored as one tensor as a whole.
fn matrices(scenario: &Scenario) -> Vec<Candidate> {
    let made = &[
        Moment::Load,
        Moment::FirstBackward,
        Moment::LastBackward,
        Moment::Step,
        Moment::Save,
    ];
    let model = &scenario.model;
    let fused = model.fused_experts_3d() || model.fused_experts_3d_in_v5();
    let mut sizes: Vec<u64> = Vec::new();
    let mut all = Vec::new();
    for matrix in model.matrices() {
        for copies in [1, matrix.copies] {
            let size = matrix.weights().saturating_mul(copies);
            if sizes.contains(&size) || (copies > 1 && !fused) {
                continue;
            }
            sizes.push(size);
            let shape = count("in", matrix.input) * count("out", matrix.output);
            let shape = if copies > 1 {
                count("X", copies) * shape
            } else {
                shape
            };
            all.extend(Width::ALL.map(|width| Candidate {
                object: if copies > 1 {
                    Object::Experts(matrix.target, width)
                } else {
                    Object::Matrix(matrix.target, width)
                },
                formula: num(width.bytes()) * shape.clone(),
                moments: made,
                expected: true,
                source: &SHAPES,
            }));
        }
    }
    all
}
