//! `rankscope votes` on Fieldbook and on small files.
#![allow(clippy::unwrap_used)]

use crate::{
    here::fieldbook,
    made::{Made, marked},
    program::{done, done_saying, fails, flagged_json, json, with_files},
};

/// Counted in Fieldbook's file of votes by another program.
#[test]
fn fieldbooks_votes_agree_by_kind_of_query() {
    let book = fieldbook();
    let report = json(&["votes", &book, "--group", "kind"]);
    let n = |group: &str, key: &str| report[group][key].as_u64().unwrap();
    assert_eq!([n("all", "n_items"), n("all", "n_votes")], [8_737, 43_685]);
    assert_eq!([n("conceptual", "n_items"), n("descriptive", "n_items")], [5_823, 2_914]);
    assert_eq!(report["all"]["persons"].as_object().unwrap().len(), 7);
    assert_eq!(report["all"]["pairs"]["A"].as_object().unwrap().len(), 6);
    let part = flagged_json(&["votes", &book, "--where", "kind = conceptual", "--per-query"]);
    let queries = part["all"]["per_query"].as_object().unwrap();
    let n_items: u64 = queries.values().map(|own| own["n_items"].as_u64().unwrap()).sum();
    assert_eq!(n_items, 5_823);
    assert_eq!(part["all"]["fleiss"], report["conceptual"]["fleiss"]);
}

#[test]
fn every_rule_has_means_and_an_order() {
    let book = fieldbook();
    let system = "rrf(base,small)";
    let args = ["votes", &book, "--orders", "--system", "base", "--system", system];
    let rules = ["--rules", "full_relevant,unsure", "--measures", "conqa:nDCG"];
    let (text, said) = done_saying(&[&args[..], &rules, &["--json"]].concat());
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(!said.contains("nobody said more than unsure"), "of no image of Fieldbook: {said}");
    assert_eq!(report["rules"].as_array().unwrap().len(), 2);
    // A definition of the benchmark was made by the same rule.
    let eval = ["eval", &book, "--system", system, "--relevance", "votes-full"];
    let eval = json(&[&eval[..], &["--measures", "conqa:nDCG"]].concat());
    let own = &report["systems"][system]["full_relevant"]["conqa:nDCG"];
    assert_eq!(own["mean"], eval["runs"][system]["conqa:nDCG"]["mean"]);
    assert_eq!(own["n"], 101);
    assert_eq!(report["order"]["conqa:nDCG"]["unsure"].as_array().unwrap().len(), 2);
    let table = done(&[&args[..], &rules].concat());
    assert!(table.contains("tau-b, conqa:nDCG"), "{table}");
    // Joined definitions stand beside the rules: who all find relevant, most do, so that the union of the two rules is
    // the second and the intersection the first.
    let two = ["--rules", "full_relevant,sure", "--measures", "conqa:nDCG"];
    let joined = ["--joined", "votes-full|votes-sure,votes-full&votes-sure"];
    let report = json(&[&args[..], &two, &joined].concat());
    let of = |rule: &str| report["systems"][system][rule]["conqa:nDCG"].clone();
    assert_eq!(report["rules"][2], "votes-full|votes-sure");
    assert_eq!(of("votes-full|votes-sure"), of("sure"));
    assert_eq!(of("votes-full&votes-sure"), of("full_relevant"));
    assert_ne!(of("sure"), of("full_relevant"));
    // A definition of all queries counts on those with votes.
    let wide = json(&[&args[..], &rules, &["--joined", "exhaustive|wide"]].concat());
    let n = &wide["systems"][system]["exhaustive|wide"]["conqa:nDCG"]["n"];
    assert_eq!(n, &report["n_queries"]);
    let refused = [&args[..], &rules, &["--joined", "exhaustive"]].concat();
    fails(1, &refused, &["--joined exhaustive", "a|b or a&b"]);
}

#[test]
fn files_of_votes_are_read_and_refused() {
    let table = "query,image,person,answer\nq0,i0,A,r\nq0,i0,B,n\nq1,i1,A,r\n";
    let groups = "query,group\nq0,hard\n";
    let odd = "query,group\nq0,all\n";
    let files = [("votes.csv", table), ("groups.csv", groups), ("odd.csv", odd), ("none.csv", "")];
    let folder = with_files(&files);
    let path = |(name, _): (&str, &str)| folder.path().join(name).display().to_string();
    let [votes, groups, odd, none] = files.map(path);
    let (text, said) = done_saying(&["votes", &votes, "--group", &groups, "--json"]);
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["hard"]["entropy"], 1.0);
    assert_eq!(report["all"]["pairs"]["A"]["B"]["n"], 1);
    assert!(said.contains("1 query of 2 of the votes has no group"), "{said}");
    fails(1, &["votes", &votes, "--group", &odd], &["a group is named all"]);
    fails(1, &["votes", &none], &["none.csv"]);
    fails(1, &["votes", &votes, "--orders"], &["give its folder"]);
    fails(1, &["votes", &votes, "--split", "test"], &["--split, --where and --relevance"]);
    fails(1, &["votes", crate::program::shapes()], &["has no votes"]);
    // They are no judgements, and the message says what makes some of them.
    fails(
        1,
        &["convert", &votes, "--to", "beir"],
        &["votes.csv has people's votes", "rankscope convert"],
    );
    let unweighed = ["votes", &fieldbook(), "--orders", "--rules", "weighted"];
    fails(1, &unweighed, &["no answers to controls"]);
    let twice = ["votes", &fieldbook(), "--orders", "--rules", "sure,sure"];
    fails(1, &twice, &["a rule is given twice"]);
}

/// Bad pictures have no votes: in agreement, under every rule, and in the judgements of a recipe.
#[test]
fn bad_pictures_are_left_out() {
    let made = Made::new();
    let voted = |query: &str, image: &str, votes: [u32; 3]| {
        serde_json::json!({"query": query, "image": image, "votes": votes}).to_string() + "\n"
    };
    let votes = voted("1", "a", [3, 0, 0])
        + &voted("1", "b", [2, 1, 0])
        + &voted("2", "a", [0, 3, 0])
        + &voted("2", "c", [1, 2, 0]);
    made.write("votes.jsonl", votes);
    made.write("bad.txt", "b\nnever\n");
    made.write("other.txt", "never\n");
    made.write("ids.txt", "a\nb\nc\n");
    let [votes, bad, other] = ["votes.jsonl", "bad.txt", "other.txt"].map(|name| made.text(name));
    let (text, said) = done_saying(&["votes", &votes, "--without", &bad, "--json"]);
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&report["all"]["n_items"], &report["all"]["n_votes"]), (&3.into(), &9.into()));
    assert!(said.contains("1 picture without votes, such as never"), "{said}");
    fails(1, &["votes", &votes, "--without", &other], &["none of its pictures has votes"]);

    made.npy("gallery.npy", &[0, 1, 2].map(|place| marked(3, &[place])));
    made.npy("queries.npy", &[marked(3, &[0, 1]), marked(3, &[2])]);
    let definition = |id: &str, more: &str| {
        format!(
            "[[relevance]]\nid = \"{id}\"\ntitle = \"{id}\"\ncounts_as = \"x\"\n\
             default = {}\nvotes = {{ file = \"votes.jsonl\", rule = \"at_least_1\"{more} }}\n",
            id == "all"
        )
    };
    let definitions = definition("all", "") + &definition("good", ", without = \"bad.txt\"");
    made.write(
        "recipe.toml",
        format!(
            "id = \"own\"\ntitle = \"Own\"\n[images]\nids = \"ids.txt\"\n[queries]\n\
             range = [1, 2]\n{definitions}[[systems]]\nid = \"s\"\ntitle = \"S\"\n\
             gallery = \"gallery.npy\"\nqueries = \"queries.npy\"\n"
        ),
    );
    let manifest = made.build();
    assert_eq!(made.qrels("all"), ["1 0 a 1", "1 0 b 1", "2 0 a 0", "2 0 c 1"]);
    assert_eq!(made.qrels("good"), ["1 0 a 1", "2 0 a 0", "2 0 c 1"]);
    let files: Vec<&str> =
        manifest.relevance.iter().filter_map(|own| own.votes.as_deref()).collect();
    assert_eq!(files, ["votes/all.jsonl", "votes/good.jsonl"]);
    let out = made.text("out");
    let args = [
        "votes",
        &out,
        "--orders",
        "--relevance",
        "all",
        "--rules",
        "at_least_1",
        "--measures",
        "trec:P@2",
    ];
    let mean = |more: &[&str]| {
        let report = json(&[&args[..], more].concat());
        report["systems"]["s"]["at_least_1"]["trec:P@2"]["mean"].as_f64().unwrap()
    };
    // Of the first query both first pictures are relevant, then one; of the second one of two.
    assert_eq!([mean(&[]), mean(&["--without", &bad])], [0.75, 0.5]);
}
