//! Votes: the file, the rules, and the definitions that pages make of them.
#![allow(clippy::unwrap_used)]

use crate::made_benchmark::{Made, records};
use crate::support::{done, golden, refused};
use proptest::prelude::*;
use rankscope_core::analysis::{
    AnnotatorAgreement, BY_DEFAULT, Column, Dataset, ImageVotes, Imported, VoteAgreement, VotedId,
    VotesChoice, definitions_with_votes, measures_by_votes,
};
use rankscope_core::formats::{
    VoteRule, VotedImage, Votes, jsonl_from_votes, query_groups_from_text, votes_from_jsonl,
    votes_from_text,
};
use rankscope_core::imported::parse;
use rankscope_core::report::votes_in_words;
use rankscope_core::statistics::{
    cohen_kappa, entropy, fleiss_kappa, krippendorff_alpha, strength_of_agreement,
};
use serde_json::{Value, json};
use std::{collections::BTreeMap, sync::Arc};

fn votes(relevant: u32, non_relevant: u32, unsure: u32) -> Votes {
    Votes { relevant, non_relevant, unsure }
}

#[test]
fn lines_that_cannot_be_are_refused_with_file_and_line() {
    let one = "{\"query\":\"q0\",\"image\":7,\"votes\":[3,1,0]}\n";
    let read = votes_from_jsonl("v.jsonl", one).unwrap();
    assert_eq!((read[0].image.as_str(), read[0].votes), ("7", votes(3, 1, 0)));
    for (line, words) in [
        ("{\"query\":\"q0\",\"image\":\"b\",\"votes\":[0,0,0]}", "nobody voted on image b"),
        ("{\"query\":\"q0\",\"image\":\"7\",\"votes\":[1,0,0]}", "has votes for query q0 already"),
        ("{\"query\":\"q0\",\"image\":\"b\",\"votes\":[1,-1,0]}", "invalid value"),
        ("{\"query\":\"q0\",\"image\":\"b\",\"votes\":[1,2]}", "invalid length"),
        ("{\"query\":\"q0\",\"image\":\"b\",\"votes\":[1,2,3],\"x\":1}", "unknown field"),
        (
            "{\"query\":\"q0\",\"image\":\"b\",\"votes\":[1,0,0],\"by\":{\"A\":1}}",
            "differ from the counts",
        ),
        (
            "{\"query\":\"q0\",\"image\":\"b\",\"votes\":[1,0,0],\"by\":{\"A\":3}}",
            "differ from the counts",
        ),
        ("{\"query\":\"q0\"", "not JSON"),
    ] {
        let text = format!("{one}\n{line}\n");
        refused(votes_from_jsonl("v.jsonl", &text), &["v.jsonl, line 3", words]);
    }
}

#[test]
fn thresholds_count_votes_and_shares() {
    let rule = |text: &str| text.parse::<VoteRule>().unwrap();
    for (text, relevant, not) in [
        ("at_least_2", votes(2, 9, 0), votes(1, 0, 0)),
        ("share_50", votes(1, 1, 0), votes(1, 1, 1)),
        ("share_67", votes(67, 33, 0), votes(2, 1, 0)),
        ("share_100", votes(1, 0, 0), votes(99, 0, 1)),
        ("share_1", votes(1, 99, 0), votes(0, 1, 0)),
    ] {
        assert!(rule(text).is_relevant(relevant) && !rule(text).is_relevant(not), "{text}");
        assert_eq!(rule(text).to_string(), text);
    }
    let most = votes(u32::MAX, 0, 0);
    assert!(rule("share_100").is_relevant(most) && rule("at_least_4294967295").is_relevant(most));
    for text in ["", "certain", "at_least_0", "share_0", "share_101", "share_", "at_least_x"] {
        refused(text.parse::<VoteRule>(), &["full_relevant", "share_P"]);
    }
    assert_eq!(votes(3, 1, 1).words(), "3 relevant, 1 not, 1 unsure");
    assert_eq!(votes(0, 2, 0).words(), "2 not");
}

/// Two people who got few controls right outvote one who got most, by counts; not by weights.
#[test]
fn votes_are_weighed_by_controls() {
    let line = |image: &str, controls: &str| {
        format!(
            "{{\"query\":\"q1\",\"image\":\"{image}\",\"votes\":[1,2,0],\
             \"by\":{{\"Ada\":0,\"Bo\":1,\"Cy\":1}}{controls}}}\n"
        )
    };
    let unlike = ",\"controls\":{\"Ada\":[9,10],\"Bo\":[1,5],\"Cy\":[3,10]}";
    let read = |text: &str| votes_from_jsonl("v.jsonl", text);
    let voted = read(&line("i1", unlike)).unwrap();
    assert!(voted[0].is_relevant(VoteRule::Weighted) && !voted[0].is_relevant(VoteRule::Sure));
    assert_eq!(read(&jsonl_from_votes(&voted).unwrap()).unwrap(), voted);
    let alike = ",\"controls\":{\"Ada\":[4,5],\"Bo\":[4,5],\"Cy\":[8,10]}";
    let alike = read(&line("i1", alike)).unwrap();
    assert!(!alike[0].is_relevant(VoteRule::Weighted), "the same weight for all is a majority");
    assert_eq!("weighted".parse::<VoteRule>().unwrap(), VoteRule::Weighted);
    let known = VoteRule::Weighted.check("v", &voted).unwrap();
    assert_eq!(known, None);
    let partly = read(&line("i1", ",\"controls\":{\"Ada\":[9,10]}")).unwrap();
    let partly = VoteRule::Weighted.check("v", &partly).unwrap().unwrap();
    assert!(partly.starts_with("Bo, Cy answered no control"), "{partly}");
    let without = read(&line("i1", "")).unwrap();
    refused(VoteRule::Weighted.check("v", &without), &["no answers to controls"]);
    assert_eq!(VoteRule::Sure.check("v", &without).unwrap(), None);
    for (controls, words) in [
        (",\"controls\":{\"Di\":[1,2]}", "no vote in by"),
        (",\"controls\":{\"Ada\":[3,2]}", "3 of 2 controls"),
        (",\"controls\":{\"Ada\":[0,0]}", "0 of 0 controls"),
        (",\"controls\":{\"Ada\":[8,10]}", "[9, 10] on an earlier line"),
    ] {
        let text = line("i1", unlike) + &line("i2", controls);
        refused(read(&text), &["v.jsonl, line 2", words]);
    }
    let dataset = made().dataset();
    let votes =
        |text: &str| ImageVotes::read("v", text, &dataset.queries, dataset.image_ids()).unwrap();
    let weighed = votes(&line("i1", unlike));
    assert_eq!(weighed.rules().last(), Some(&VoteRule::Weighted));
    assert_eq!(weighed.relevance(VoteRule::Weighted).n_relevant(1), 1);
    assert_eq!(weighed.relevance(VoteRule::Sure).n_relevant(1), 0);
    assert!(!votes(&line("i1", "")).rules().contains(&VoteRule::Weighted));
}

proptest! {
    #[test]
    fn votes_survive_a_round_trip(
        cast in prop::collection::vec((1u32..9, 0u32..9, 0u32..9), 1..20)
    ) {
        let voted: Vec<VotedImage> = cast.into_iter().enumerate().map(|(place, cast)| VotedImage {
            query: format!("q{}", place % 3), image: format!("i\"{place}"), votes: cast.into(),
            ..VotedImage::default()
        }).collect();
        let text = jsonl_from_votes(&voted).unwrap();
        prop_assert_eq!(votes_from_jsonl("v", &text).unwrap(), voted);
    }
}

/// Two queries; the votes of `wide` are in a file.
fn made() -> Made {
    let queries = [json!({"id": "q0", "text": "a"}), json!({"id": "q1", "text": "b"})];
    let mut made = Made::new(&queries, &records("i", 5), &[("wide", "q0 0 i1 1\n")], &["s"]);
    made.write("votes/wide.jsonl", "", None);
    made.manifest["relevance"][0]["votes"] = json!("votes/wide.jsonl");
    made
}

#[test]
fn a_rule_over_votes_is_a_definition_of_relevance() {
    let dataset = made().dataset();
    let text = "{\"query\":\"q1\",\"image\":\"i4\",\"votes\":[2,1,0]}\n\
                {\"query\":\"none\",\"image\":\"x\",\"votes\":[9,0,0]}\n\
                {\"query\":\"q1\",\"image\":\"i0\",\"votes\":[0,3,0]}\n\
                {\"query\":\"q0\",\"image\":\"i2\",\"votes\":[1,1,1]}\n";
    let read =
        ImageVotes::read("votes/wide.jsonl", text, &dataset.queries, dataset.image_ids()).unwrap();
    assert_eq!(read.of(1, 4), Some(votes(2, 1, 0)));
    assert_eq!((read.of(0, 4), read.of(1, 1), read.of(9, 0)), (None, None, None));
    assert_eq!(read.n_voters(), 3);
    for rule in ["full_relevant", "sure", "unsure", "at_least_1", "share_60"] {
        let rule: VoteRule = rule.parse().unwrap();
        let relevance = read.relevance(rule);
        for (query_row, row) in [(1, 4), (1, 0), (0, 2)] {
            let wanted = i32::from(rule.is_relevant(read.of(query_row, row).unwrap()));
            assert_eq!(relevance.of_query(query_row).unwrap().grade(row), Some(wanted), "{rule}");
        }
        assert_eq!(relevance.of_query(0).unwrap().grade(0), None, "nobody voted");
        let base = &dataset.manifest.relevance[0];
        let definition = read.definition(base, rule);
        let id = VotedId::named(&dataset.own, &definition.id).unwrap();
        let earlier = definition.id.trim_start_matches('_');
        assert_eq!(VotedId::named(&dataset.own, earlier), Some(id.clone()));
        assert_eq!((id.rule, id.base.as_str()), (rule, "wide"));
        let with = dataset.with_imports(vec![std::sync::Arc::new(definition)], dataset.ids());
        let index = with.definition_index(&id.to_string()).unwrap();
        assert_eq!(with.relevance.get(index).unwrap(), &relevance);
        assert_eq!(with.manifest.relevance[index].counts_as, rule.counts_as());
        assert!(with.manifest.relevance[index].title.starts_with("Votes: "));
    }
    let outside = "\n{\"query\":\"q0\",\"image\":\"i9\",\"votes\":[1,0,0]}\n";
    let read = ImageVotes::read("votes/wide.jsonl", outside, &dataset.queries, dataset.image_ids());
    refused(read, &["votes/wide.jsonl, line 2", "i9"]);
    for id in ["", "wide", "_votes-by-sure", "_votes-by-certain-of-wide", "votes-by-sure-wide"] {
        assert_eq!(VotedId::named(&dataset.own, id), None, "{id}");
    }
}

/// With a visitor's file of votes.
fn with_file(dataset: &Dataset, file: &str, text: &str) -> (Dataset, Arc<Imported>) {
    let mut ids = dataset.ids();
    let import = done(async {
        let parsed = parse(file, text.as_bytes(), async || ()).await.unwrap();
        Imported::new(file, text.as_bytes(), &parsed, &mut ids, async || ()).await.unwrap()
    });
    let import = Arc::new(import);
    let all = dataset.imported.iter().cloned().chain([import.clone()]).collect();
    (dataset.with_imports(all, ids), import)
}

#[test]
fn a_visitors_votes_are_a_definition_of_relevance_by_any_rule() {
    let dataset = made().dataset();
    let text = "{\"q1\": {\"i4\": [3, 0, 0], \"i0\": [2, 1, 0], \"seed\": [1, 0, 0]}, \
                \"q0\": {\"i2\": [0, 0, 3]}}";
    let (with, import) = with_file(&dataset, "mturk.json", text);
    assert_eq!(import.title(), "mturk.json (imported)");
    assert_eq!(import.summary, "9 votes on 3 images of 2 queries.");
    let warning = "Careful: by the rule unsure, 1 image counts as relevant although nobody said more than unsure.";
    assert_eq!(import.notes.last().map(String::as_str), Some(warning));
    let place = with.definition_index(&import.id).unwrap();
    let definition = with.manifest.relevance[place].clone();
    assert_eq!(definition.counts_as, BY_DEFAULT.counts_as());
    let own = with.relevance.get(place).unwrap();
    assert_eq!((own.n_relevant(0), own.n_relevant(1)), (0, 1));
    // By another rule, as a link names it.
    let votes = import.votes().unwrap();
    let id = VotedId { rule: VoteRule::Sure, base: import.id.clone() };
    assert_eq!(VotedId::named(&with.manifest, &id.to_string()), Some(id.clone()));
    assert_eq!(VotedId::named(&with.own, &id.to_string()), None, "it is the visitor's");
    let by_rule = votes.definition(&definition, VoteRule::Sure);
    assert_eq!(by_rule.id, id.to_string());
    assert_eq!(votes.relevance(VoteRule::Sure).n_relevant(1), 2);
    let rules: Vec<String> = votes.rules().iter().map(ToString::to_string).collect();
    assert_eq!(
        rules,
        ["full_relevant", "sure", "unsure", "at_least_1", "at_least_2", "at_least_3"]
    );
    assert_eq!(votes.cast(&with.queries, None).len(), 3);
    assert_eq!(votes.cast(&with.queries, Some(&[0]))[0].image, "i2");
    // Its board keeps what else was imported.
    let (with, run) = with_file(&with, "x.run", "q1 Q0 i4 1 2 t\nq1 Q0 i1 2 1 t\n");
    let measure = "conqa:HR@1".parse().unwrap();
    let board = votes.board(&with, &definition, &votes.rules(), &[], &[measure]);
    assert_eq!(board.columns.len(), 6);
    let rankings = with.run_rankings(&run.id).unwrap();
    assert_eq!(board.dataset.run_rankings(&run.id), Some(rankings.clone()));
    let values = board.values(&run.id, &rankings);
    assert_eq!(values.mean(0).map(|mean| mean.mean), Some(1.0));
}

#[test]
fn an_address_says_which_votes_are_shown_and_how() {
    let dataset = made().dataset();
    let of = |dataset: &Dataset, address: &str| VotesChoice::new(dataset, &[], address);
    let start = of(&dataset, "").unwrap();
    assert_eq!((start.base.id.as_str(), start.measure.to_string()), ("wide", "conqa:nDCG".into()));
    assert_eq!(
        (start.rule, start.has_orders, start.by.clone()),
        (VoteRule::FullRelevant, false, None)
    );
    let first = "{\"q1\": {\"i4\": [3, 0, 0]}}";
    let (with, one) = with_file(&dataset, "v.json", first);
    // Another file of the same name.
    let (with, other) = with_file(&with, "v.json", "{\"q1\": {\"i4\": [1, 0, 0]}}");
    let ids: Vec<&str> = definitions_with_votes(&with).iter().map(|own| own.id.as_str()).collect();
    assert_eq!(ids, ["wide", one.id.as_str(), other.id.as_str()]);
    let address = format!("of={};measure=conqa:HR@1;rule=at_least_2;orders=yes", other.id);
    let choice = of(&with, &address).unwrap();
    assert_eq!((choice.base.id.as_str(), choice.has_orders), (other.id.as_str(), true));
    assert_eq!(
        (choice.measure.to_string(), choice.rule),
        ("conqa:HR@1".into(), VoteRule::AtLeast(2))
    );
    for refused in ["of=none", "of=strict", "by=none", "measure=trec:P@77", "rule=x", "orders=no"] {
        assert_eq!(of(&dataset, refused).as_ref(), Some(&start), "{refused}");
    }
    let chosen = ["trec:P@77".parse().unwrap()];
    assert_eq!(measures_by_votes(&with, "wide", &chosen), chosen);
    assert_eq!(VotesChoice::new(&dataset, &chosen, "").unwrap().measure, chosen[0]);
    let mut unvoted = made();
    unvoted.manifest["relevance"][0].as_object_mut().unwrap().remove("votes");
    assert_eq!(of(&unvoted.dataset(), ""), None);
    assert!(Column::headlines_of(&dataset).is_empty());
}

#[test]
fn agreement_is_said_in_words() {
    let voted = |query: &str, image: &str, cast: (u32, u32, u32)| VotedImage {
        query: query.into(),
        image: image.into(),
        votes: cast.into(),
        ..VotedImage::default()
    };
    let all = [
        voted("a", "1", (3, 0, 0)),
        voted("a", "2", (0, 3, 0)),
        voted("b", "1", (2, 1, 0)),
        voted("b", "2", (1, 1, 1)),
    ];
    let group = |query: &str| Some(if query == "a" { "easy" } else { "hard" }.to_string());
    let report = VoteAgreement::by_group(&all, false, group);
    assert_eq!(report["all"].by_share, [1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1]);
    assert_eq!(
        votes_in_words(&report),
        "12 votes on 4 pictures: 50 % for relevant, 42 % for not relevant, 8 % unsure. On 50 % of the \
         pictures all votes are the same. Agreement beyond chance is fair (Fleiss’ κ 0.27). People agree \
         least where queries are hard (κ −0.36, poor) and most where they are easy (κ 1.00, almost \
         perfect)."
    );
    let one = VoteAgreement::by_group(&all[..1], false, |_| None);
    assert!(votes_in_words(&one).ends_with("or all votes are the same."));
    assert_eq!(votes_in_words(&BTreeMap::new()), "");
    let words = [-0.1, 0.0, 0.2, 0.21, 0.41, 0.61, 0.8, 0.81, 1.0].map(strength_of_agreement);
    let wanted = ["poor", "slight", "slight", "fair", "moderate", "substantial", "substantial"];
    assert_eq!(words[..7], wanted);
    assert_eq!(words[7..], ["almost perfect"; 2]);
}

#[test]
fn a_file_of_votes_must_be_listed() {
    let mut made = made();
    assert_eq!(made.manifest().unwrap().relevance[0].votes.as_deref(), Some("votes/wide.jsonl"));
    made.manifest["relevance"][0]["votes"] = json!("votes/other.jsonl");
    refused(made.manifest(), &["votes/other.jsonl is not in its list of files"]);
}

/// Four annotators, each missing some images: `cohen_kappa_score` of scikit-learn 1.9 on the images
/// that both voted on.
#[test]
fn annotators_agree_as_scikit_learn_says() {
    let golden = golden("kappa.json");
    let voted = |(place, by): (usize, &Value)| {
        let by: BTreeMap<String, u8> = serde_json::from_value(by.clone()).unwrap();
        let n = |vote: u8| u32::try_from(by.values().filter(|own| **own == vote).count()).unwrap();
        let votes = votes(n(0), n(1), n(2));
        VotedImage {
            query: "q".into(),
            image: place.to_string(),
            votes,
            by,
            ..VotedImage::default()
        }
    };
    let all: Vec<VotedImage> =
        golden["items"].as_array().unwrap().iter().enumerate().map(voted).collect();
    let text = jsonl_from_votes(&all).unwrap();
    assert_eq!(votes_from_jsonl("v", &text).unwrap(), all);
    let agreement = AnnotatorAgreement::new(&all).unwrap();
    assert_eq!(agreement.names, ["A", "B", "C", "D"]);
    for (own, row) in agreement.pairs.iter().zip(golden["pairs"].as_array().unwrap()) {
        for (own, pair) in own.iter().zip(row.as_array().unwrap()) {
            let Some(kappa) = pair[0].as_f64() else { continue };
            assert!((own.kappa.unwrap() - kappa).abs() < 1e-12, "{own:?}, not {kappa}");
            assert_eq!(own.n as u64, pair[1].as_u64().unwrap());
        }
    }
    let nameless = VotedImage { by: BTreeMap::new(), ..all[0].clone() };
    assert_eq!(AnnotatorAgreement::new(&[nameless]), None);
}

/// `vote_agreement.json`: a small made case, and how often each pattern of votes occurs among ConQA's 8,407
/// images, all and by kind of query, with and without seed images. Kappa by its formula, which agrees with
/// statsmodels 0.15 on the items with three votes; alpha as krippendorff 0.9 has it.
#[test]
fn votes_agree_as_statsmodels_and_krippendorff_say() {
    let close = |found: f64, wanted: &Value| {
        assert!((found - wanted.as_f64().unwrap()).abs() < 1e-12, "{found}, not {wanted}");
    };
    for case in golden("vote_agreement.json").as_array().unwrap() {
        let mut voted = Vec::new();
        for pattern in case["patterns"].as_array().unwrap() {
            let (counts, times): ((u32, u32, u32), usize) =
                serde_json::from_value(pattern.clone()).unwrap();
            for _ in 0..times {
                let (query, image, votes) = ("q".into(), voted.len().to_string(), counts.into());
                voted.push(VotedImage { query, image, votes, ..VotedImage::default() });
            }
        }
        let report = VoteAgreement::by_group(&voted, true, |_| None);
        assert_eq!(report.keys().collect::<Vec<_>>(), ["all"]);
        let all = &report["all"];
        assert_eq!(all.n_items as u64, case["n_items"].as_u64().unwrap());
        assert_eq!(all.n_votes, case["n_votes"].as_u64().unwrap());
        assert_eq!(json!(all.votes), case["votes"]);
        assert_eq!(all.unanimous as u64, case["unanimous"].as_u64().unwrap());
        assert_eq!(all.by_share.iter().sum::<usize>(), all.n_items);
        close(all.fleiss.unwrap(), &case["fleiss"]);
        close(all.krippendorff.unwrap(), &case["krippendorff"]);
        close(all.entropy.unwrap(), &case["entropy"]);
        close(all.per_query["q"].entropy, &case["entropy"]);
        assert!(all.persons.is_empty() && all.pairs.is_empty());
    }
}

#[test]
fn agreement_has_no_value_where_nothing_is_left_to_explain() {
    for items in [&[][..], &[[1, 0, 0], [0, 1, 0]], &[[3, 0, 0], [2, 0, 0], [0, 1, 0]]] {
        assert_eq!((fleiss_kappa(items), krippendorff_alpha(items)), (None, None), "{items:?}");
    }
    let perfect = [[3, 0], [0, 2]];
    assert_eq!((fleiss_kappa(&perfect), krippendorff_alpha(&perfect)), (Some(1.0), Some(1.0)));
    assert_eq!((entropy(&[2, 2]), entropy(&[1, 1, 2]), entropy(&[0, 5])), (1.0, 1.5, 0.0));
    assert!(entropy(&[0, 5]).is_sign_positive());
}

proptest! {
    /// Two people on the same items: alpha and the two kappas differ only in what they expect by chance.
    #[test]
    fn two_people_agree_as_their_pairs_of_labels_do(
        labels in prop::collection::vec((0usize..3, 0usize..3), 2..40)
    ) {
        let counts = |(a, b): &(usize, usize)| {
            let mut counts = [0; 3];
            counts[*a] += 1;
            counts[*b] += 1;
            counts
        };
        let items: Vec<[u32; 3]> = labels.iter().map(counts).collect();
        let n = labels.len() as f64;
        let same = labels.iter().filter(|(a, b)| a == b).count() as f64 / n;
        let share = |c: usize| items.iter().map(|own| own[c]).sum::<u32>() as f64 / (2.0 * n);
        let chance: f64 = (0..3).map(|c| share(c) * share(c)).sum();
        match fleiss_kappa(&items) {
            None => prop_assert!(chance == 1.0),
            Some(kappa) => {
                prop_assert!((kappa - (same - chance) / (1.0 - chance)).abs() < 1e-9);
                let alpha = 1.0 - (1.0 - kappa) * (2.0 * n - 1.0) / (2.0 * n);
                prop_assert!((krippendorff_alpha(&items).unwrap() - alpha).abs() < 1e-9);
                prop_assert!(cohen_kappa(labels).is_none_or(|cohen| cohen >= kappa - 1e-9));
            }
        }
    }
}

#[test]
fn votes_are_read_from_every_kind_of_file() {
    let table = "query,image,person,answer\nq0,i1,Ada,relevant\nq0,i1,Bo,Not relevant\n\
                 q0,i2,Ada,unsure\nq0,i1,Cy,1\n";
    let voted = votes_from_text("t.csv", table).unwrap();
    assert_eq!(voted.len(), 2);
    assert_eq!(voted[0].votes, votes(2, 1, 0));
    let by = [("Ada", 0), ("Bo", 1), ("Cy", 0)].map(|(name, vote)| (name.to_owned(), vote));
    assert_eq!(voted[0].by, BTreeMap::from(by));
    assert_eq!(votes_from_text("v", &jsonl_from_votes(&voted).unwrap()).unwrap(), voted);
    let line = json!({"query": "q0", "image": "i1", "person": "Ada", "answer": "r"}).to_string();
    assert_eq!(votes_from_text("t.jsonl", &line).unwrap()[0].votes, votes(1, 0, 0));
    let conqa = json!({"0": {"7": [1, 2, 0], "8": [0, 0, 3]}}).to_string();
    let conqa = votes_from_text("mturk.json", &conqa).unwrap();
    assert_eq!((conqa[0].image.as_str(), conqa[1].votes), ("7", votes(0, 0, 3)));
    let warning = |rule: VoteRule| rule.check("mturk.json", &conqa).unwrap();
    assert!(warning(VoteRule::Unsure).unwrap().contains("1 image counts as relevant"));
    assert_eq!(warning(VoteRule::Sure), None);
    let head = "query,image,person,answer\n";
    let read = |rows: &str| votes_from_text("t.csv", &format!("{head}{rows}"));
    refused(read("q,i,A,yes\nq,i,A,no\n"), &["t.csv, line 3", "A has answered image i"]);
    refused(read("q,i,A,perhaps\n"), &["t.csv, line 2", "perhaps"]);
    refused(read("q,i,,yes\n"), &["t.csv, line 2", "nobody answered"]);
    refused(read(""), &["no votes"]);
    let nameless = "query,image,answer\nq,i,yes\n";
    refused(votes_from_text("t.csv", nameless), &["no column \"person\""]);
    refused(votes_from_text("mturk.json", "{}"), &["mturk.json", "no votes"]);
}

#[test]
fn groups_of_queries_are_read_from_seeds_objects_and_tables() {
    let seeds = json!({"0": {"Text": "a", "Conceptual": true, "Seeds": []}}).to_string();
    for (text, group) in [
        (seeds.as_str(), "conceptual"),
        ("{\"0\": \"hard\"}", "hard"),
        ("query,group\n0,hard\n", "hard"),
        ("{\"id\":\"0\",\"group\":\"hard\"}\n", "hard"),
    ] {
        assert_eq!(query_groups_from_text("g", text).unwrap()["0"], group, "{text}");
    }
    refused(query_groups_from_text("g", "{\"0\": 7}"), &["query 0"]);
    refused(query_groups_from_text("g", "query,kind\n0,a\n"), &["no column \"group\""]);
}
