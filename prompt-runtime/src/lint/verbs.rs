//! What prompts do, as the first word of their names.

/// Imperatives of software teams, of writing, planning, research and operations, sorted. Words that are a thing more often than a
/// command, such as `code` or `project`, are left out: they begin the names that the rule is about.
const VERBS: &str = "\
    abbreviate abort absorb accelerate accept accompany accomplish accrue accumulate achieve acknowledge acquire activate adapt \
    add address adjust administer adopt advance advertise advise advocate affirm aggregate agree aid aim alert align allocate \
    allot allow alter amend amplify analyse analyze animate annotate announce anonymise anonymize answer anticipate apologise \
    apologize append apply appoint appraise appreciate approve approximate arbitrate archive argue arrange articulate ask \
    assemble assert assess assign assist assume assure attach attend attest attribute audit augment authenticate author \
    authorise authorize automate avoid await award backfill backport backtest balance begin benchmark bind bisect blend block \
    boost boot bootstrap borrow brainstorm break bridge brief bring broadcast broaden browse buffer build bump bundle buy bypass \
    cache calculate calibrate call cancel canonicalise canonicalize capitalise capitalize caption capture care carry cast \
    catalog catalogue catch categorise categorize celebrate censor centralise centralize certify chain challenge change chart \
    chase chat check cheer choose chunk circulate cite claim clarify classify clean clear click clone close coach coalesce \
    collaborate collapse collate collect combine comment commit communicate compact compare compile complain complete compose \
    compress compute concatenate conceal concede conceive concentrate conceptualise conceptualize conclude condense conduct \
    confess configure confirm confront congratulate connect conserve consider consolidate construct consult consume contact \
    contain contextualise contextualize continue contrast contribute convene converse convert convey convince cook coordinate \
    copy copyedit correct correlate correspond counsel count counter cover craft crawl create criticise critique crop crunch \
    curate cure customise customize cut dampen deactivate deal debate debrief debug debunk decide decline decode decompile \
    decompose deconstruct decouple decrease decrypt deduce dedupe deduplicate deepen deescalate defend defer define deflate \
    defragment defuse delay delegate delete delineate deliver demand demonstrate demote denormalise denormalize deny depict \
    deploy deprecate deprioritise deprioritize derive descale describe deserialise deserialize design designate detach detect \
    determine develop devise diagnose diagram dictate diff differentiate digest digitise digitize direct disable disassemble \
    discard discern disclose discover discuss disentangle dismiss dispatch display dispute dissect distil distill distinguish \
    distribute dive diversify divide do dockerise dockerize document donate double downgrade download downsize downvote draft \
    drain dramatise dramatize draw drill drive drop dub dump duplicate earn ease echo edit educate elaborate elect elevate \
    elicit eliminate email embed embellish embrace emit emphasise emphasize employ empower emulate enable encapsulate encode \
    encourage encrypt end endorse enforce engage engineer enhance enjoy enlarge enlist enrich enroll ensure enter entertain \
    enumerate envision equip erase escalate escape establish estimate evacuate evaluate evict evoke evolve exaggerate examine \
    excerpt exchange exclude execute exercise exhaust expand expedite experiment expire explain exploit explore export expose \
    express extend extract fabricate facilitate factor familiarise familiarize feed fetch fight file fill filter finalise \
    finalize find finish fix flag flash flatten flesh flip flush focus fold follow forbid force forecast foresee forget fork \
    formalise formalize format formulate forward foster frame freeze fulfil fulfill fund fuse fuzz gain gamify gather gauge \
    generalise generalize generate get give go govern grade grant grasp greet grep grill groom ground group grow guarantee guard \
    guess guide hack halt handle harden harmonise harmonize harvest hash heal hear hedge help hide highlight hire hold honor \
    honour humanise humanize hunt hydrate hypothesise hypothesize ideate identify ignore illuminate illustrate imagine imitate \
    immerse impersonate implement import impose impress improve improvise incorporate increase increment incubate index indicate \
    induce infer inflate influence inform ingest inherit inhibit init initialise initialize initiate inject inline innovate \
    inquire insert inspect inspire install instantiate institute instruct instrument insulate insure integrate intend interact \
    intercept interpolate interpret interrogate interrupt intervene interview introduce invalidate invent invert invest \
    investigate invite invoke involve isolate itemise itemize iterate join jot judge juggle jump justify keep kick kill know \
    label land launch lay lead learn leave lend lengthen let leverage liaise lift lighten limit link lint liquidate list listen \
    load localise localize locate lock log look loop lower mail maintain make manage mandate manipulate manufacture map mark \
    mask match materialise materialize maximise maximize measure mediate meditate meet memorise memorize mend mentor merge \
    migrate minify minimise minimize mirror mitigate mix mobilise mobilize mock model moderate modernise modernize modify \
    modularise modularize monitor motivate mount move multiply mute name narrate navigate negotiate nominate normalise normalize \
    note notify nudge nurture obfuscate obtain offer offload omit onboard open operate oppose optimise optimize orchestrate \
    order organise organize orient originate outline outsource outwit overcome overhaul override oversee pack package paint pair \
    parallelise parallelize parameterise parameterize paraphrase parse partition pass paste patch pause pay peek perform permit \
    persist personalise personalize persuade phrase pick pilot pin ping pinpoint pitch pivot place plan play plot plug polish \
    poll ponder populate port portray pose post postpone practice practise praise preach predict prefetch preload prepare \
    prescribe present preserve press prevent preview price prime print prioritise prioritize probe process procure produce \
    profile prolong promote pronounce proofread propose prototype prove provide provision provoke prune publicise publicize \
    publish pull punctuate purchase purge purify pursue push put qualify quantify quarantine query question queue quit quiz \
    quote raise randomise randomize rank rate reach react read readjust realign realise realize reason reassess reassign \
    reassure rebalance rebase reboot rebuild rebut recalculate recall recap recast receive recite reclaim reclassify recognise \
    recognize recommend recompute reconcile reconfigure reconsider reconstruct record recover recreate recruit rectify recycle \
    redact redeem redefine redeploy redesign redirect redo redraft redraw redress reduce reevaluate refactor refine reflect \
    reformat reframe refresh refund refuse refute regain regenerate register regress rehearse reimagine reimburse reindex \
    reinforce reinstall reinstate reiterate reject relate relax relay release reload relocate rely remediate remember remind \
    remix remodel remove rename render renew renounce reopen reorder reorganise reorganize repackage repair repay repeat \
    rephrase replace replay replicate reply repoint report repost represent reprioritise reprioritize reproduce request require \
    rescale reschedule rescue research reserve reset reshape reshuffle resize resolve respond restart restate restock restore \
    restrict restructure resubmit resume retain rethink retire retouch retract retrain retrieve retrofit retry return reuse \
    reveal reverify reverse revert review revise revisit revive revoke reward rework rewrite rhyme roast roleplay roll rotate \
    route run sample sanction sanitise sanitize satisfy save say scaffold scale scan schedule scope score scour scout scrape \
    screen screenshot scrub sculpt seal search secure see seed seek select sell send separate serialise serialize serve set \
    settle shape share sharpen shelve shift ship shorten show shrink shuffle shut sift sign signal silence simplify simulate \
    size sketch skip slice slim slow smooth snapshot snooze soften solicit solidify solve sort spawn speak specify speculate \
    speed spell spend spin split sponsor spoof spot squash stabilise stabilize stage standardise standardize start stash stay \
    steer step stimulate stitch stop store storyboard strategise strategize stream streamline strengthen stretch strip structure \
    stub study style submit subscribe substantiate substitute subtract succeed suggest sum summarise summarize summon supervise \
    supplement supply support suppress surface surprise survey suspend sustain swap switch symbolicate symbolise symbolize sync \
    synchronise synchronize synthesise synthesize systematise systematize tabulate tackle tag tailor take talk target teach \
    tease tell tender terminate test thank theorise theorize think throttle throw tidy tighten timebox toggle tokenise tokenize \
    tolerate touch trace track trade train transcode transcribe transfer transform transition translate transmit transpile \
    transpose treat triage trigger trim troubleshoot try tune turn tutor tweak type typeset unarchive unblock uncover understand \
    undo unfold unify uninstall unlink unlist unlock unmask unmute unpack unpin unravel unroll unsubscribe unwind unwrap update \
    upgrade uphold uplift upload upsell upvote urge use utilise utilize validate vary vectorise vectorize venture verify vet \
    veto visit visualise visualize volunteer vote wait wake walk warm warn wash watch weave weed weigh welcome widen win wipe \
    wire withdraw withhold witness wonder word work wrangle wrap write yield zip zoom";

/// Whether the word, in small letters, is one of them.
pub(super) fn is_known(word: &str) -> bool {
    VERBS.split_ascii_whitespace().any(|verb| verb == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_holds_each_once() {
        let verbs: Vec<&str> = VERBS.split_ascii_whitespace().collect();
        assert!(verbs.is_sorted_by(|one, next| one < next));
        for verb in verbs {
            assert!(verb.bytes().all(|b| b.is_ascii_lowercase()), "{verb}");
        }
    }

    #[test]
    fn commands_are_known_and_things_are_not() {
        for verb in [
            "announce",
            "await",
            "deprecate",
            "escalate",
            "postpone",
            "rebase",
            "synthesize",
            "wait",
        ] {
            assert!(is_known(verb), "{verb}");
        }
        for thing in ["code", "house", "kitchen", "project", "team", ""] {
            assert!(!is_known(thing), "{thing}");
        }
    }
}
