//! `rukh serve`.

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use rukh_accounts::provider::{self, Provider};
use rukh_server::{
    ChatWords, Config, EmailConfig, EmailConfigError, KnownPasswords, Origin, PushConfig, PushService,
    TableBuild, TrustedProxies, VapidKey, WebhookConfig, WeeklyCalendar,
};

use crate::args::{Format, PlaceOptions, ServeOptions, WereraPace};
use crate::{data_dir, library};

/// Log filter without `--log`.
const DEFAULT_LOG: &str = "info";
/// How long the end of the process waits for threads that still do something, such as asking a name server that does
/// not answer.
const THREADS_TIMEOUT: Duration = Duration::from_secs(2);

/// Prints the URL and serves until the process is stopped.
///
/// # Errors
/// An option is invalid, a ruleset cannot be read, or the server cannot listen or open its storage.
pub fn run(options: ServeOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let options = completed(options)?;
    init_log(&options)?;
    let config = configure(options)?;
    let storage = match &config.database {
        Some(_) => "PostgreSQL".to_owned(),
        None => config.data_dir.display().to_string(),
    };
    let public_url = config.public_url.clone();
    let mut announced = Ok(());
    let serving = rukh_server::serve(config, |address| {
        let site = public_url.map_or_else(|| format!("http://{address}"), |url| url.to_string());
        announced = writeln!(out, "{site}/\ngames are stored in {storage}; press Ctrl-C to stop")
            .and_then(|()| out.flush());
    });
    let runtime = runtime()?;
    let served = runtime.block_on(serving);
    // All is written by now; dropping the runtime would wait for each of its threads without end.
    runtime.shutdown_timeout(THREADS_TIMEOUT);
    served?;
    Ok(announced?)
}

/// The options with those of their configuration file.
///
/// # Errors
/// The file cannot be read.
pub fn completed(options: ServeOptions) -> anyhow::Result<ServeOptions> {
    Ok(match &options.config {
        Some(path) => merge(options.clone(), read(path)?),
        None => options,
    })
}

/// The configuration of a server.
///
/// # Errors
/// An option is invalid, or a file that it names cannot be read.
pub fn configure(options: ServeOptions) -> anyhow::Result<Config> {
    check_bounds(&options)?;
    let public_url = public_url(options.public_url.as_deref())?;
    let push = push(&options, public_url.as_ref())?;
    let email = email(&options, public_url.as_ref())?;
    let webhooks = webhooks(&options)?;
    let defaults = Config::default();
    let build_memory = options.build_memory.unwrap_or(BUILD_MEMORY);
    let place = place(PlaceOptions { data_dir: options.data_dir, database: options.database })?;
    Ok(Config {
        bind: options.bind.unwrap_or(defaults.bind),
        admin_bind: options.admin_bind,
        ruleset_files: options.ruleset,
        public_url,
        trusted_proxies: trusted_proxies(&options.trusted_proxy)?,
        push,
        email,
        webhooks,
        passwords: known_passwords(options.passwords, options.known_passwords.as_deref())?,
        registration: options.registration.unwrap_or(defaults.registration),
        providers: options.sign_in_providers.as_deref().map(providers).transpose()?.unwrap_or_default(),
        chat_words: options.chat_words.as_deref().map(ChatWords::read).transpose()?.unwrap_or_default(),
        calendar: calendar(options.events.as_deref(), options.public_url.is_some())?,
        bot_delay: options.werera_pace.map_or(defaults.bot_delay, WereraPace::pace),
        max_contest_delay: options.fairness.map_or(defaults.max_contest_delay, Duration::from_millis),
        engine_threads: options.engine_threads.map(usize::try_from).transpose()?,
        engine_memory: options.engine_memory.map_or(Ok(defaults.engine_memory), mebibytes)?,
        tables: options.tables,
        build_tables: options
            .build_tables
            .map(|pieces| TableBuild { pieces: pieces as usize, memory: build_memory << 20 }),
        idle_timeout: options.idle.map_or(defaults.idle_timeout, Duration::from_secs),
        archive_after: options
            .pack_after
            .map_or(defaults.archive_after, |hours| Duration::from_secs(3600 * hours)),
        ..place
    })
}

/// The longest contest delay that can be asked for, in milliseconds.
const MAX_FAIRNESS: u64 = 10_000;
/// Greatest number of engine searches at once.
const MAX_ENGINE_THREADS: u64 = 256;
/// Memory of the engines, in MiB: at least that of a few engines, at most 1 TiB.
const ENGINE_MEMORY: RangeInclusive<u64> = 16..=1_048_576;
/// Pieces of the tables that are built, and their default memory in MiB.
const BUILD_TABLES: RangeInclusive<u64> = 2..=4;
const BUILD_MEMORY: u64 = 2048;
/// A year, in seconds and in hours.
const YEAR: (u64, u64) = (31_536_000, 8_760);

/// Refuses times that make no sense, wherever they were set.
fn check_bounds(options: &ServeOptions) -> anyhow::Result<()> {
    let bounds = [
        ("--fairness", options.fairness, 0..=MAX_FAIRNESS, "milliseconds"),
        ("--engine-threads", options.engine_threads, 1..=MAX_ENGINE_THREADS, "searches"),
        ("--engine-memory", options.engine_memory, ENGINE_MEMORY, "MiB"),
        ("--build-tables", options.build_tables, BUILD_TABLES, "pieces"),
        ("--build-memory", options.build_memory, 1..=*ENGINE_MEMORY.end(), "MiB"),
        ("--idle", options.idle, 1..=YEAR.0, "seconds"),
        ("--pack-after", options.pack_after, 0..=YEAR.1, "hours"),
    ];
    for (option, value, allowed, unit) in bounds {
        if let Some(value) = value.filter(|value| !allowed.contains(value)) {
            let (least, most) = (allowed.start(), allowed.end());
            anyhow::bail!("{option} is {value}, but must be {least} to {most} {unit}");
        }
    }
    Ok(())
}

/// Mebibytes in bytes.
fn mebibytes(number: u64) -> anyhow::Result<usize> {
    let bytes = usize::try_from(number).ok().and_then(|number| number.checked_mul(1 << 20));
    bytes.context("--engine-memory is more than this machine can address")
}

/// The passwords that nobody may choose; `None` if accounts have none.
fn known_passwords(is_allowed: bool, list: Option<&Path>) -> anyhow::Result<Option<KnownPasswords>> {
    match (is_allowed, list) {
        (false, None) => Ok(None),
        (false, Some(_)) => bail!("--known-passwords needs --passwords"),
        (true, None) => Ok(Some(KnownPasswords::default())),
        (true, Some(path)) => {
            let text = std::fs::read(path).with_context(|| format!("cannot read `{}`", path.display()))?;
            let known = KnownPasswords::of_lines(&String::from_utf8_lossy(&text));
            ensure!(
                !known.is_empty(),
                "`{}` has no password of 8 characters or more; it should have one on each line",
                path.display()
            );
            Ok(Some(known))
        }
    }
}

/// The sites of a file that may say who somebody is.
fn providers(path: &Path) -> anyhow::Result<Vec<Provider>> {
    provider::parse(&library::read_text(path)?)
        .with_context(|| format!("invalid providers of sign-ins `{}`", path.display()))
}

/// The events of every week, if there are any; without a choice those that are built in, on a public site.
fn calendar(choice: Option<&Path>, is_public: bool) -> anyhow::Result<Option<WeeklyCalendar>> {
    let usual = if is_public { "weekly" } else { "none" };
    match choice.unwrap_or(usual.as_ref()) {
        choice if choice == Path::new("weekly") => Ok(Some(WeeklyCalendar::built_in())),
        choice if choice == Path::new("none") => Ok(None),
        path => {
            let calendar = WeeklyCalendar::parse(&library::read_text(path)?);
            calendar.map(Some).with_context(|| format!("invalid calendar `{}`", path.display()))
        }
    }
}

/// Reads the address of a site.
fn public_url(text: Option<&str>) -> anyhow::Result<Option<Origin>> {
    text.map(str::parse).transpose().context("--public-url is not valid")
}

/// The proxies of the options; without any, those of the default.
fn trusted_proxies(networks: &[String]) -> anyhow::Result<TrustedProxies> {
    match networks {
        [] => Ok(TrustedProxies::default()),
        networks => TrustedProxies::parse(networks).context("--trusted-proxy is not valid"),
    }
}

/// Push messages, if there is a key.
fn push(options: &ServeOptions, site: Option<&Origin>) -> anyhow::Result<Option<PushConfig>> {
    let services = push_services(options)?;
    let Some(key) = &options.push_key else {
        // Webhooks may lead to those on this machine.
        let is_of_push =
            |service: &PushService| options.no_webhooks || matches!(service, PushService::Domain(_));
        let given = [
            ("--push-contact", options.push_contact.is_some()),
            ("--push-service", services.iter().any(is_of_push)),
        ];
        if let Some((option, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
            anyhow::bail!("{option} needs --push-key; `rukh push-key` makes a key");
        }
        return Ok(None);
    };
    let key: VapidKey = key.parse().context("--push-key is not valid")?;
    let site = site.filter(|site| site.is_https()).map(Origin::as_str);
    let contact = options.push_contact.as_deref().or(site);
    let contact = contact.context(
        "--push-key needs --push-contact, such as `mailto:chess@rukh.example`, or an https --public-url",
    )?;
    Ok(Some(PushConfig { services, ..PushConfig::new(key, contact).context("--push-contact is not valid")? }))
}

/// Push services besides the known ones.
fn push_services(options: &ServeOptions) -> anyhow::Result<Vec<PushService>> {
    let services = options.push_service.iter().map(|text| text.parse());
    services.collect::<Result<_, _>>().context("--push-service is not valid")
}

/// Webhooks, unless nobody may have any.
fn webhooks(options: &ServeOptions) -> anyhow::Result<Option<WebhookConfig>> {
    let loopback = push_services(options)?.into_iter().filter_map(|service| match service {
        PushService::Loopback(address) => Some(address),
        PushService::Domain(_) => None,
    });
    let config = WebhookConfig { loopback: loopback.collect(), ..WebhookConfig::default() };
    Ok((!options.no_webhooks).then_some(config))
}

/// Mails, if there is a server for them.
fn email(options: &ServeOptions, site: Option<&Origin>) -> anyhow::Result<Option<EmailConfig>> {
    let (smtp, from) = match (&options.smtp, &options.mail_from) {
        (None, None) => return Ok(None),
        (None, Some(_)) => bail!("--mail-from needs --smtp, such as `smtps://NAME:PASSWORD@mail.example`"),
        (Some(_), None) => bail!("--smtp needs --mail-from, such as `Rukh <chess@rukh.example>`"),
        (Some(smtp), Some(from)) => (smtp, from),
    };
    let site = site.context("--smtp needs --public-url, which the links in mails lead to")?;
    match EmailConfig::new(smtp, from, site.clone()) {
        Err(error @ EmailConfigError::From(_)) => Err(error).context("--mail-from is not valid"),
        made => made.map(Some).context("--smtp is not valid"),
    }
}

/// Writes a new private key for push messages.
///
/// # Errors
/// The operating system has no randomness, or the output cannot be written.
pub fn write_push_key(out: &mut dyn Write) -> anyhow::Result<()> {
    let key = VapidKey::generate().context("no key can be made")?;
    Ok(writeln!(out, "{}", key.reveal())?)
}

/// A multi-threaded runtime.
///
/// # Errors
/// Its threads cannot be started.
pub fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.context("the server's threads cannot be started")
}

/// A server's default configuration with the storage of the options.
///
/// # Errors
/// No directory is given and there is no home directory.
pub fn place(options: PlaceOptions) -> anyhow::Result<Config> {
    let data_dir = match (options.data_dir, &options.database) {
        (Some(dir), _) => dir,
        (None, Some(_)) => PathBuf::new(),
        (None, None) => data_dir::default().context("there is no home directory; pass --data-dir")?,
    };
    Ok(Config { data_dir, database: options.database, ..Config::default() })
}

fn read(path: &Path) -> anyhow::Result<ServeOptions> {
    let text = library::read_text(path)?;
    toml::from_str(&text).with_context(|| format!("invalid configuration file `{}`", path.display()))
}

/// The options of the command line and environment, completed by those of the file.
fn merge(given: ServeOptions, file: ServeOptions) -> ServeOptions {
    ServeOptions {
        config: given.config,
        bind: given.bind.or(file.bind),
        admin_bind: given.admin_bind.or(file.admin_bind),
        data_dir: given.data_dir.or(file.data_dir),
        database: given.database.or(file.database),
        ruleset: if given.ruleset.is_empty() { file.ruleset } else { given.ruleset },
        public_url: given.public_url.or(file.public_url),
        trusted_proxy: match given.trusted_proxy.is_empty() {
            true => file.trusted_proxy,
            false => given.trusted_proxy,
        },
        fairness: given.fairness.or(file.fairness),
        werera_pace: given.werera_pace.or(file.werera_pace),
        engine_threads: given.engine_threads.or(file.engine_threads),
        engine_memory: given.engine_memory.or(file.engine_memory),
        tables: given.tables.or(file.tables),
        build_tables: given.build_tables.or(file.build_tables),
        build_memory: given.build_memory.or(file.build_memory),
        idle: given.idle.or(file.idle),
        pack_after: given.pack_after.or(file.pack_after),
        push_key: given.push_key.or(file.push_key),
        push_contact: given.push_contact.or(file.push_contact),
        push_service: if given.push_service.is_empty() { file.push_service } else { given.push_service },
        no_webhooks: given.no_webhooks || file.no_webhooks,
        smtp: given.smtp.or(file.smtp),
        mail_from: given.mail_from.or(file.mail_from),
        passwords: given.passwords || file.passwords,
        registration: given.registration.or(file.registration),
        sign_in_providers: given.sign_in_providers.or(file.sign_in_providers),
        known_passwords: given.known_passwords.or(file.known_passwords),
        chat_words: given.chat_words.or(file.chat_words),
        events: given.events.or(file.events),
        log_format: given.log_format.or(file.log_format),
        log: given.log.or(file.log),
    }
}

fn init_log(options: &ServeOptions) -> anyhow::Result<()> {
    let filter = options.log.as_deref().unwrap_or(DEFAULT_LOG);
    let filter = tracing_subscriber::EnvFilter::try_new(filter)
        .with_context(|| format!("invalid log filter `{filter}`; use for example `info` or `rukh=debug`"))?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match options.log_format.unwrap_or_default() {
        Format::Text => log.init(),
        Format::Json => log.json().init(),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use rukh_server::{PushService, VapidKey, WeeklyCalendar};

    use super::{
        calendar, check_bounds, email, mebibytes, merge, public_url, push, trusted_proxies, webhooks,
        write_push_key,
    };
    use crate::args::ServeOptions;

    #[test]
    fn serve_options_out_of_bounds_are_refused_by_name() {
        let refused = |text: &str| {
            let options: ServeOptions = toml::from_str(text).unwrap();
            check_bounds(&options).expect_err(text).to_string()
        };
        assert!(
            refused("idle = 9223372036854775807").contains("--idle is 9223372036854775807, but must be 1 to")
        );
        assert!(refused("idle = 0").contains("--idle is 0"));
        assert!(refused("pack-after = 9000").contains("--pack-after is 9000, but must be 0 to 8760 hours"));
        assert!(refused("fairness = 10001").contains("--fairness is 10001"));
        assert!(refused("engine-memory = 8").contains("--engine-memory is 8, but must be 16 to 1048576 MiB"));
        assert!(refused("engine-threads = 0").contains("--engine-threads is 0"));
        assert!(refused("build-tables = 5").contains("--build-tables is 5, but must be 2 to 4 pieces"));
        assert!(refused("build-memory = 0").contains("--build-memory is 0"));
        assert!(check_bounds(&ServeOptions::default()).is_ok());
        let usual: ServeOptions = toml::from_str("idle = 300\nfairness = 0\npack-after = 0").unwrap();
        assert!(check_bounds(&usual).is_ok());
    }

    #[test]
    fn trusted_proxy_that_is_no_network_is_refused_by_name() {
        let file: ServeOptions = toml::from_str("trusted-proxy = [\"10.0.0.0/8\", \"10.0.0.0/40\"]").unwrap();
        let error = format!("{:#}", trusted_proxies(&file.trusted_proxy).unwrap_err());
        assert!(error.contains("--trusted-proxy") && error.contains("`10.0.0.0/40`"), "{error}");
        let given = ServeOptions { trusted_proxy: vec!["::1".to_owned()], ..ServeOptions::default() };
        assert!(trusted_proxies(&merge(given, file).trusted_proxy).unwrap().contains("::1".parse().unwrap()));
        let usual = trusted_proxies(&[]).unwrap();
        assert!(usual.contains("127.0.0.1".parse().unwrap()) && !usual.contains("10.0.0.1".parse().unwrap()));
    }

    #[test]
    fn file_with_engine_options_is_merged() {
        let file: ServeOptions = toml::from_str("engine-threads = 4\nengine-memory = 64").unwrap();
        let given = ServeOptions { engine_memory: Some(128), ..ServeOptions::default() };
        let both = merge(given, file);
        assert_eq!((both.engine_threads, both.engine_memory), (Some(4), Some(128)));
        assert_eq!(mebibytes(16).unwrap(), 16 << 20);
    }

    #[test]
    fn address_that_is_no_root_is_refused_by_name_with_the_right_value() {
        let error = format!("{:#}", public_url(Some("https://ሩክ.example/chess")).unwrap_err());
        assert!(
            error.contains("--public-url") && error.contains("write `https://xn--gyd8x.example`"),
            "{error}"
        );
        assert_eq!(public_url(None).unwrap(), None);
    }

    #[test]
    fn public_site_has_the_weekly_calendar_unless_another_is_chosen() {
        let chosen = |choice: Option<&str>, is_public| calendar(choice.map(Path::new), is_public).unwrap();
        assert_eq!(chosen(None, false), None);
        assert_eq!(chosen(None, true), Some(WeeklyCalendar::built_in()));
        assert_eq!(chosen(Some("none"), true), None);
        assert_eq!(chosen(Some("weekly"), false), Some(WeeklyCalendar::built_in()));
        let error = format!("{:#}", calendar(Some("no-such.toml".as_ref()), true).unwrap_err());
        assert!(error.contains("no-such.toml"), "{error}");
    }

    #[test]
    fn push_settings_that_are_wrong_are_refused_by_name() {
        let mut made = Vec::new();
        write_push_key(&mut made).unwrap();
        let key = String::from_utf8(made).unwrap();
        let read = |more: &str| {
            let text = format!("push-key = {:?}\n{more}", key.trim());
            let file: ServeOptions = toml::from_str(&text).unwrap();
            let options = merge(ServeOptions::default(), file);
            let site = public_url(options.public_url.as_deref()).unwrap();
            push(&options, site.as_ref()).map_err(|error| format!("{error:#}"))
        };
        let mail = "push-contact = 'mailto:a@b.example'\n";
        let sound = read(&format!("{mail}push-service = ['push.example.org']")).unwrap().unwrap();
        assert_eq!(sound.key.public(), key.parse::<VapidKey>().unwrap().public());
        assert_eq!(sound.services, [PushService::Domain("push.example.org".to_owned())]);
        assert_eq!(
            read("public-url = 'https://rukh.example'").unwrap().unwrap().contact,
            "https://rukh.example"
        );
        for (more, named) in [
            (String::new(), "--push-contact"),
            ("public-url = 'http://rukh.example'".to_owned(), "--push-contact"),
            ("push-contact = 'a@b.example'".to_owned(), "`a@b.example`"),
            (format!("{mail}push-service = ['http://10.0.0.1:80']"), "`http://10.0.0.1:80`"),
        ] {
            let error = read(&more).unwrap_err();
            assert!(error.contains(named), "{error}");
        }
        let refused = |text: &str| format!("{:#}", push(&toml::from_str(text).unwrap(), None).unwrap_err());
        let error = refused("push-key = 'mySecret'");
        assert!(error.contains("`rukh push-key` makes one") && !error.contains("mySecret"), "{error}");
        assert!(refused(mail).contains("--push-contact needs --push-key"));
        assert!(refused("push-service = ['push.example.org']").contains("--push-service needs --push-key"));
        assert!(push(&ServeOptions::default(), None).unwrap().is_none());
    }

    #[test]
    fn webhooks_lead_to_this_machine_where_that_is_allowed() {
        let read = |text: &str| {
            let options: ServeOptions = toml::from_str(text).unwrap();
            let pushed = push(&options, None).map_err(|error| format!("{error:#}"));
            pushed.map(|push| (push.is_none(), webhooks(&options).unwrap().map(|config| config.loopback)))
        };
        let local = "push-service = ['http://127.0.0.1:8090']";
        assert_eq!(read("").unwrap(), (true, Some(Vec::new())));
        assert_eq!(read(local).unwrap(), (true, Some(vec!["127.0.0.1:8090".parse().unwrap()])));
        assert_eq!(read("no-webhooks = true").unwrap(), (true, None));
        let refused = read(&format!("no-webhooks = true\n{local}")).unwrap_err();
        assert!(refused.contains("--push-service needs --push-key"), "{refused}");
    }

    #[test]
    fn email_settings_that_are_wrong_are_refused_by_name() {
        let read = |text: &str| {
            let file: ServeOptions = toml::from_str(text).unwrap();
            let options = merge(ServeOptions::default(), file);
            let site = public_url(options.public_url.as_deref()).unwrap();
            email(&options, site.as_ref()).map_err(|error| format!("{error:#}"))
        };
        let site = "public-url = 'https://rukh.example'\n";
        let from = "mail-from = 'Rukh <chess@rukh.example>'\n";
        let smtp = "smtp = 'smtps://me:secret@mail.example'\n";
        assert!(read("").unwrap().is_none());
        let sound = read(&format!("{site}{from}{smtp}")).unwrap().unwrap();
        assert_eq!(sound.server(), "mail.example:465");
        for (text, named) in [
            (from.to_owned(), "--mail-from needs --smtp"),
            (format!("{site}{smtp}"), "--smtp needs --mail-from"),
            (format!("{from}{smtp}"), "--smtp needs --public-url"),
            (format!("{site}{smtp}mail-from = 'Rukh'"), "--mail-from is not valid: `Rukh` is no address"),
            (format!("{site}{from}smtp = 'mail.example'"), "--smtp is not valid: write a URL such as"),
            (format!("{site}{from}smtp = 'smtps://me@mail.example'"), "a name or a password alone"),
        ] {
            let error = read(&text).unwrap_err();
            assert!(error.contains(named) && !error.contains("secret"), "{error}");
        }
    }

    #[test]
    fn merge_prefers_the_command_line_to_the_file() {
        let file: ServeOptions =
            toml::from_str("bind = \"0.0.0.0:80\"\nfairness = 0\nlog-format = \"json\"").unwrap();
        let given = ServeOptions { fairness: Some(50), ..ServeOptions::default() };
        let both = merge(given, file);
        assert_eq!((both.bind.unwrap().port(), both.fairness), (80, Some(50)));
        assert!(both.log_format.is_some());
    }

    #[test]
    fn file_with_misspelled_key_is_refused_with_its_name() {
        let error = toml::from_str::<ServeOptions>("fairnes = 0").unwrap_err().to_string();
        assert!(error.contains("fairnes") && error.contains("fairness"), "{error}");
    }

    #[test]
    fn file_with_werera_pace_is_merged() {
        let read = |text: &str| toml::from_str::<ServeOptions>(text);
        for (text, pace) in [("werera-pace = 2", "2"), ("werera-pace = 1.5", "1.5")] {
            let file = read(text).unwrap();
            assert_eq!(merge(ServeOptions::default(), file.clone()).werera_pace, pace.parse().ok(), "{text}");
            let given = ServeOptions { werera_pace: "3".parse().ok(), ..ServeOptions::default() };
            assert_eq!(merge(given, file).werera_pace, "3".parse().ok());
        }
        let error = read("werera-pace = 0.0").unwrap_err().to_string();
        assert!(error.contains("from 0.01 to 20"), "{error}");
    }
}
