//! What is asked of the engine for an address and a benchmark.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use rankscope_address::choice::{Choice, Question, SearchKey};
use rankscope_address::own_judged::OwnJudged;
use rankscope_address::question::{Asked, OwnPicture};
use rankscope_address::view::ViewState;
use rankscope_core::analysis::{Dataset, JudgedDefinitions, PictureFilter};
use rankscope_core::benchmark::{
    EncoderEntry, FileEntry, Judgements, Manifest, Query, Relevance, RunKind, StoredRun, System,
};
use rankscope_core::search::RowMask;
use rankscope_messages::{DevicePreference, Picture, Request, Reranker, RowSet, SearchQuery};
use std::sync::Arc;

const N_IMAGES: u32 = 2_000;

fn system(id: &str, queries: bool, encoder: Option<&str>, gallery: bool) -> System {
    System {
        id: id.into(),
        queries: queries.then(|| "vectors".into()),
        encoder: encoder.map(str::to_string),
        gallery: if gallery { vec!["gallery".into()] } else { Vec::new() },
        ..System::default()
    }
}

/// Three queries on 2,000 images, whose ids are their rows. By `usual`, 150 images are relevant to q0 and
/// 1 to q1; by `pool`, which ranks nothing but what it judges, 1 of 3 to q2.
fn dataset() -> Dataset {
    let queries = ["q0", "q1", "q2"].map(|id| Query {
        id: id.into(),
        text: format!("text of {id}"),
        split: String::new(),
        facets: Default::default(),
    });
    let usual = Relevance::of_queries(vec![
        Judgements::new((0..150).map(|row| (row, 1))),
        Judgements::new([(7, 1)]),
        Judgements::default(),
    ]);
    let pool = Relevance::of_queries(vec![
        Judgements::default(),
        Judgements::default(),
        Judgements::new([(3, 0), (5, 1), (1_999, 0)]),
    ]);
    let judged = [("usual".into(), usual), ("pool".into(), pool.clone())];
    let mut dataset = Dataset::of_judgements(queries.into(), Vec::new(), judged);
    let manifest = &mut dataset.manifest;
    manifest.counts.images = N_IMAGES;
    manifest.relevance[0].default = true;
    manifest.relevance[1].only_judged = true;
    manifest.relevance[1].counts_as = "good".into();
    let pool = pool.of_definition(&manifest.relevance[1]);
    manifest.systems = vec![
        system("typed", false, Some("words"), true),
        system("both", true, Some("words"), true),
        system("seeing", true, Some("eyes"), true),
        system("stored", true, None, true),
        system("pictures", false, None, true),
    ];
    manifest.encoders = ["words", "eyes"]
        .map(|id| EncoderEntry { id: id.into(), title: String::new(), path: id.into() })
        .into();
    manifest.files = vec![FileEntry {
        path: "eyes/vision.safetensors".into(),
        bytes: 1,
        sha256: String::new(),
        rows: None,
    }];
    let run = StoredRun {
        id: "run".into(),
        title: String::new(),
        kind: RunKind::Run,
        of: None,
        depth: 10,
        prompt: String::new(),
        source: String::new(),
        ranks_texts: false,
    };
    manifest.systems.push(run.system());
    dataset.own = Arc::new(Manifest { runs: vec![run], ..manifest.clone() });
    dataset.with_judgements(1, pool)
}

fn address(query: &str) -> ViewState {
    let pairs = || query.split('&').filter_map(|pair| pair.split_once('='));
    ViewState::from_lookup(|key| pairs().find(|(own, _)| *own == key).map(|p| p.1.to_string()))
}

fn choice(query: &str) -> Choice {
    Choice::new(Arc::new(dataset()), &address(query), None, None, None)
}

fn key(choice: &Choice) -> Option<SearchKey> {
    choice.key(DevicePreference::Auto)
}

/// The parts of a search: system, query, depth, second stage and rows.
type Asks = (String, SearchQuery, usize, Option<Reranker>, Option<RowSet>);

fn asks(choice: &Choice) -> Option<Asks> {
    let key = key(choice)?;
    match key.request() {
        Request::Search { system, query, k, rerank, among, .. } => {
            assert_eq!(key.system_id(), system);
            Some((system, query, k, rerank, among))
        }
        other => panic!("{other:?}"),
    }
}

fn text(words: &str) -> SearchQuery {
    SearchQuery::Text(words.into())
}

/// The query as the engine takes it, for an address.
fn query(words: &str) -> Option<SearchQuery> {
    asks(&choice(words)).map(|(_, query, ..)| query)
}

fn rows(set: Option<RowSet>) -> Option<Vec<u32>> {
    set.map(|set| set.rows(N_IMAGES as usize).unwrap())
}

#[test]
fn without_parameters_the_usual_system_and_definition_are_chosen_and_nothing_is_asked() {
    let choice = choice("");
    assert_eq!(choice.system.as_ref().unwrap().id, "both");
    assert_eq!(choice.relevance().unwrap().id, "usual");
    assert_eq!(
        (&choice.question, choice.rerank_depth, choice.min_depth),
        (&Question::None, 100, 0)
    );
    assert_eq!((choice.words(), choice.judged_by(), key(&choice)), (None, None, None));
    assert!(choice.unknown.is_empty() && choice.among.is_none() && choice.reranker.is_none());
}

#[test]
fn unknown_names_are_reported_in_order_and_replaced() {
    let unknown = choice("system=none&rerank=nor&relevance=neither&query=q9");
    assert_eq!(
        unknown.unknown,
        ["system none", "system nor", "definition of relevance neither", "query q9"]
    );
    assert_eq!(unknown.system.as_ref().unwrap().id, "both");
    assert_eq!((unknown.definition, &unknown.question), (0, &Question::None));
    assert_eq!(choice("like=2000").unknown, ["image 2000"]);
    assert_eq!(choice("like=07").unknown, ["image 07"]);
    let filter = PictureFilter::new(&dataset(), "light=night");
    let choice =
        Choice::new(Arc::new(dataset()), &address("q=a"), Some(Arc::new(filter)), None, None);
    assert_eq!(choice.unknown, ["pictures with light = night"]);
    assert!(choice.among.is_none(), "a filter without conditions restricts nothing");
}

#[test]
fn definitions_that_are_added_later_are_not_reported() {
    let mut dataset = dataset();
    let unknown = |dataset: &Dataset, id: &str| {
        let address = ViewState { relevance: Some(id.into()), ..ViewState::default() };
        Choice::new(Arc::new(dataset.clone()), &address, None, None, None).unknown
    };
    for mine in ["_mine", "mine"] {
        assert_eq!(unknown(&dataset, mine), [format!("definition of relevance {mine}")]);
    }
    let rule = "_votes-by-at_least_2-of-usual";
    assert_eq!(unknown(&dataset, rule), [format!("definition of relevance {rule}")]);
    Arc::make_mut(&mut dataset.own).relevance[0].votes = Some("votes.jsonl".into());
    dataset = dataset.with_imports(Vec::new(), dataset.ids());
    assert!(unknown(&dataset, rule).is_empty() && unknown(&dataset, &rule[1..]).is_empty());
    dataset.relevance = JudgedDefinitions::awaited(2);
    assert!(unknown(&dataset, "_mine").is_empty() && unknown(&dataset, "mine").is_empty());
    assert_eq!(unknown(&dataset, "other"), ["definition of relevance other"]);
}

#[test]
fn a_query_that_the_usual_definition_does_not_judge_gets_one_that_does() {
    let definition = |query: &str| choice(query).relevance().unwrap().id.clone();
    assert_eq!(definition("query=q0"), "usual");
    assert_eq!(definition("query=q2"), "pool");
    assert_eq!(definition("query=q2&relevance=usual"), "usual");
    assert_eq!(definition("query=q0&relevance=pool"), "pool");
    assert_eq!(definition("query=q2&relevance=unknown"), "usual");
    assert_eq!(choice("query=q2").judged_as(), ("".into(), "good.".into()));
}

#[test]
fn each_system_gets_a_query_in_the_form_that_it_can_answer() {
    let stored = |row| Some(SearchQuery::Stored(row));
    for (system, of_words, of_query) in [
        ("typed", Some(text("a dog")), Some(text("text of q1"))),
        ("both", Some(text("a dog")), stored(1)),
        ("stored", None, stored(1)),
        ("pictures", None, None),
        ("run", None, stored(1)),
    ] {
        let words = choice(&format!("system={system}&q=a dog"));
        assert_eq!(asks(&words).map(|asks| asks.1), of_words, "{system}");
        assert_eq!(words.lacks_encoder(), of_words.is_none(), "{system}");
        assert_eq!(words.words(), Some("a dog"));
        let named = choice(&format!("system={system}&query=q1"));
        assert_eq!(asks(&named).map(|asks| asks.1), of_query, "{system}");
        assert_eq!(named.lacks_encoder(), of_query.is_none(), "{system}");
        assert_eq!((named.words(), named.stored_row()), (Some("text of q1"), Some(1)));
        assert_eq!(query(&format!("system={system}&like=7")), Some(SearchQuery::Image(7)));
    }
}

#[test]
fn a_picture_needs_a_vision_tower_and_is_lost_after_a_reload() {
    let pixels = Picture { width: 1, height: 1, rgba: Arc::new(vec![0; 4]) };
    let own = OwnPicture { number: 1, name: "x.png".into(), pixels: pixels.clone(), preview: None };
    let own = Arc::new(own);
    let with = |query: &str| {
        Choice::new(Arc::new(dataset()), &address(query), None, Some(own.clone()), None)
    };
    let seen = with("picture=1&system=seeing");
    assert_eq!(asks(&seen).unwrap().1, SearchQuery::Picture(pixels));
    assert!(!seen.lacks_vision_tower());
    let unseen = with("picture=1&system=both");
    assert!(key(&unseen).is_none() && unseen.lacks_vision_tower() && !unseen.lacks_encoder());
    let lost = choice("picture=1&system=seeing");
    assert_eq!((key(&lost), lost.question), (None, Question::LostPicture));
    // It is asked for only by the address.
    assert_eq!(with("q=a dog").question, Question::Words("a dog".into()));
}

#[test]
fn a_second_stage_needs_another_system_that_can_answer() {
    let second = |query: &str| asks(&choice(query)).unwrap().3;
    let reranker = |system: &str, query| Some(Reranker { system: system.into(), query });
    assert_eq!(second("query=q1&rerank=typed"), reranker("typed", text("text of q1")));
    assert_eq!(second("q=a dog&rerank=typed"), reranker("typed", text("a dog")));
    assert_eq!(second("query=q1&rerank=run"), reranker("run", SearchQuery::Stored(1)));
    // Itself, one without an encoder, and a run where a query must be encoded.
    for query in ["q=x&rerank=both", "q=x&rerank=stored", "query=q1&system=run&rerank=typed"] {
        assert_eq!(second(query), None, "{query}");
        assert!(!choice(query).is_reranked());
    }
    let unusable = |query: &str| choice(query).unusable_reranker().map(|system| system.id.clone());
    assert_eq!(unusable("q=x&rerank=stored").as_deref(), Some("stored"));
    assert_eq!(unusable("q=x&rerank=both"), None, "the same system is no reranker");
    assert_eq!(unusable("q=x&rerank=typed"), None);
    assert_eq!(unusable("rerank=stored"), None, "nothing is asked");
    let typed = choice("q=x&rerank=typed");
    let compared = typed.to_system(&system("typed", false, Some("words"), true));
    assert!(typed.is_reranked() && !compared.is_reranked());
}

#[test]
fn a_search_is_as_deep_as_what_is_shown_of_it() {
    let depth = |query: &str| asks(&choice(query)).unwrap().2;
    for k in ["", "&k=100"] {
        assert_eq!(depth(&format!("q=a dog{k}")), 100);
        // Ten times the relevant images, for the end of the curve.
        assert_eq!(depth(&format!("query=q0{k}")), 1_500);
        assert_eq!(depth(&format!("query=q1{k}")), 100);
    }
    assert_eq!(depth("query=q1&measures=trec:P@700"), 700);
    assert_eq!(depth("query=q1&measures=trec:P@7000"), 2_000, "no deeper than the gallery");
    assert_eq!(depth("q=a dog&measures=trec:P@700"), 100, "nothing is measured");
    assert_eq!(depth("query=q1&judge=row"), 1_000);
    assert_eq!(depth("query=q1&judge=five"), 100);
    assert_eq!(depth("query=q0&judge=row"), 1_500);
    for query in ["query=q0&rerank=typed", "query=q1&rerank=typed&judge=row"] {
        assert_eq!(depth(query), 100);
        assert_eq!(depth(&format!("{query}&depth=30")), 30);
    }
    assert_eq!(depth("query=q1&depth=30"), 100);
}

#[test]
fn fixed_candidates_and_a_filter_restrict_the_rows_together() {
    let searched = |query: &str, filter: Option<&PictureFilter>| {
        let filter = filter.cloned().map(Arc::new);
        let choice = Choice::new(Arc::new(dataset()), &address(query), filter, None, None);
        (rows(asks(&choice).unwrap().4), choice)
    };
    let met = RowMask::new([5, 7, 1_999]);
    let filter = PictureFilter::new(&dataset(), "").among(&met, &["tag:dog".into()]);
    assert_eq!(searched("query=q1", None).0, None);
    assert_eq!(searched("query=q1", Some(&filter)).0, Some(vec![5, 7, 1_999]));
    assert_eq!(searched("query=q2", None).0, Some(vec![3, 5, 1_999]));
    let (found, both) = searched("query=q2", Some(&filter));
    assert_eq!(found, Some(vec![5, 1_999]));
    let (row, relevance) = both.judged_by().unwrap();
    assert_eq!(both.judgements(row, relevance).as_slice(), [(5, 1), (1_999, 0)]);
    assert_eq!(both.candidates(), Some(vec![3, 5, 1_999]));
    assert_eq!(searched("q=a dog&relevance=pool", None).0, None, "only a judged query has some");
    // Within folds nothing is measured of a part of the gallery.
    let measures = "query=q1&measures=coco-1k:R@1,trec:P@10";
    assert_eq!(searched(measures, None).1.list_measures.len(), 2);
    assert_eq!(searched(measures, Some(&filter)).1.list_measures.len(), 1);
}

#[test]
fn own_judgements_come_first_for_the_query_that_they_judge() {
    let with = |query: &str, n: u32| {
        let judged = OwnJudged {
            asked: Asked::Words("a dog".into()),
            title: "Mine".into(),
            counts_as: "mine".into(),
            relevance: Relevance::of_queries(vec![Judgements::new((0..n).map(|row| (row, 1)))]),
        };
        Choice::new(Arc::new(dataset()), &address(query), None, None, Some(Arc::new(judged)))
    };
    let mine = with("q=a dog", 3);
    assert_eq!(mine.judged_by().unwrap().0, 0);
    assert_eq!(mine.judged_as(), ("Mine".into(), "mine".into()));
    let other = with("q=a cat", 3);
    assert!(other.own_judged.is_none() && other.judged_by().is_none());
    // The next judgement seldom searches again.
    let depth = |n| asks(&with("q=a dog", n)).unwrap().2;
    assert_eq!([1, 3, 9, 17, 31, 32, 33].map(depth), [100, 100, 160, 320, 320, 320, 640]);
}

#[test]
fn an_image_or_a_picture_may_find_texts_instead() {
    let finds_texts = |query: &str| {
        let choice = choice(query);
        assert!(!choice.finds_texts || key(&choice).is_none());
        choice.finds_texts
    };
    assert!(finds_texts("like=7&direction=i2t") && finds_texts("picture=1&direction=i2t"));
    assert!(!finds_texts("like=7") && !finds_texts("like=7&direction=mean"));
    assert!(!finds_texts("q=a dog&direction=i2t") && !finds_texts("query=q1&direction=i2t"));
}

#[test]
fn texts_and_stored_queries_are_prepared_for() {
    let prepared = |query: &str| key(&choice(query)).unwrap().preparation();
    let request = |is_text| Some(Request::Prepare { system: "both".into(), is_text });
    assert_eq!(prepared("q=a dog"), request(true));
    assert_eq!(prepared("query=q1"), request(false));
    assert_eq!(prepared("like=7"), None);
}

#[test]
fn equal_keys_are_of_equal_searches() {
    let of = |query: &str| key(&choice(query)).unwrap();
    for same in ["q=a dog&k=5", "q=a dog&also=stored", "q=a dog&browse=yes&order=x"] {
        assert_eq!(of("q=a dog"), of(same), "{same}");
    }
    for other in ["q=a cat", "q=a dog&rows=all", "q=a dog&system=typed", "q=a dog&rerank=typed"] {
        assert_ne!(of("q=a dog"), of(other), "{other}");
    }
    let choice = choice("q=a dog");
    assert_ne!(choice.key(DevicePreference::Auto), choice.key(DevicePreference::Cpu));
}

#[test]
fn an_opened_value_is_of_the_list_that_its_page_shows() {
    use rankscope_address::opened_value::OpenedValue;
    let opened = |text: &str| OpenedValue::parse(text).unwrap();
    let own = choice("query=q1&system=both&rerank=typed&pictures=none");
    let here = own.of_value(&opened("trec:P@10~typed")).unwrap();
    assert_eq!(here.system.as_ref().unwrap().id, "typed");
    assert_eq!(here.question, own.question);
    assert_eq!(here.list_measures.len(), 1);
    // Of another query, as pages about all queries rank it.
    let other = own.of_value(&opened("trec:P@10~both~q0")).unwrap();
    assert_eq!(other.stored_row(), Some(0));
    assert!(other.reranker.is_none() && other.among.is_none());
    assert_eq!(own.of_value(&opened("trec:P@10~none")), Err("system none".to_string()));
    assert_eq!(own.of_value(&opened("trec:P@10~both~q9")), Err("query q9".to_string()));
}
