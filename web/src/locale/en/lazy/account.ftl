# Accounts: signing in, a new account, and what an account has.
account-name = Name
account-password = Password
account-recovery-code = Recovery code
account-device-code = Code
account-copy = Copy
account-copied = Copied.
account-copy-by-hand = Select the text and copy it with Ctrl+C or a long press.
account-remove = Remove
account-signed-in = You are signed in as { $name }.

sign-in-passkey = Sign in with a passkey
sign-in-passkey-text = Your device asks for your fingerprint, face or screen lock. You need no name.
sign-in-password = With a password
sign-in-provider = Continue with { $provider }
provider-refused-provider-away = The provider did not say who you are. Try again, or sign in another way.
provider-refused-identity-taken = This provider account signs in to another account here.
provider-refused-identity-other = This provider account does not sign in to your account.
provider-refused-too-many-identities = An account has at most 8 of these.
provider-refused-prove-it = The provider did not ask you to sign in, so this proves nothing. Sign in there again, or prove it another way.
provider-refused-registration-closed = Nobody can make an account here.
provider-refused-unavailable = The server is too busy. Try again in a moment.
provider-refused-busy = The server is too busy. Try again in a moment.
provider-visit-added = It signs you in from now on.
provider-visit-proved = You have signed in again. Now do what you wanted to do.
provider-leaves = This leads away from this page: what you have typed is lost.
provider-refused-bad-sign-in = The provider has not asked you who you are. Sign in there again, or prove it another way.
provider-refused-over = The visit to the provider was broken off, or took too long. Begin again.
sign-in-recovery = With a recovery code
sign-in-recovery-text = One of the ten codes that you kept when you created the account. Each works once.
sign-in-device = With a code from another device
sign-in-device-text = On a device where you are signed in, open “Your account” and press “Add a device”.
sign-in-none = No account yet?
passkey-none-https = Passkeys work only on pages with https, and this page has none.
passkey-none-browser = This browser has no passkeys.
passkey-none-server = This server offers no passkeys at this address.
passkey-cancelled = No passkey was used: it was cancelled, or took too long.
passkey-known = This device already has a passkey of your account.
passkey-address = The browser allows no passkeys at this address.
passkey-unfit = This device cannot keep such a passkey.

register-text = Your games, puzzles, studies and settings as a guest are kept. No e-mail address is needed.
register-name-text = Shown to other players. You can change it once in 30 days.
register-passkey = Create account with a passkey
register-passkey-text = Your device keeps the passkey and unlocks it with your fingerprint, face or screen lock. There is nothing to remember.
register-password = Use a password instead
register-provider = Create account with { $provider }
register-password-go = Create account with a password
register-impossible = So no account can be created at this address. You can play as a guest.
register-closed = Nobody can make an account on this site. You can play as a guest.
register-invitation = Invitation
register-invitation-text = Accounts are by invitation here: the code that the operator gave you.
register-known = Already have an account?
register-done = Your account is ready
register-go = I have kept them

codes-text = Keep these recovery codes in a safe place. If you lose your devices, one of them signs you in. Each works once, and they are not shown again.
codes-file = Recovery codes of { $name } on { $site }. Each works once.
codes-save = Download
codes-print = Print
codes-left = { $n ->
    [0] No recovery code is left.
    [one] 1 recovery code is left.
   *[other] { $n } recovery codes are left.
}
codes-renew = Make new codes
codes-renew-text = The old codes stop working then.
codes-renewed = These are your new codes; the old ones no longer work.

proof-title = Sign in again
proof-text = Sign in again first, so that nobody else can do this on your device.

account-none = You are a guest. An account keeps your name and games, on every device.
account-since = Account since { $date }.
account-games = Your games and results
account-studies = Your studies
account-name-text = Shown to other players, also in finished games and chat. You can change it once in 30 days.
account-name-kept = You can change your name, { $name }, again on { $date }.

account-providers = Sites that sign you in
provider-add = Add { $provider }
provider-removed = It no longer signs you in.
provider-unused = Since { $created }, not used yet
provider-used = Since { $created }, last used { $used }
provider-remove = Remove { $provider }, since { $created }
provider-gone = This site no longer signs anyone in here.
account-passkeys = Passkeys
passkeys-empty = You have no passkey.
passkey-unused = Since { $created }, not used yet
passkey-used = Since { $created }, last used { $used }
passkey-label = A name for it, such as “phone”
passkey-add = Add a passkey
passkey-added = The passkey is added.
passkey-remove = Remove passkey { $label }
passkey-removed = The passkey is removed. Delete it on your device too.

password-new = New password
password-set = Set a password
password-change = Change password
password-saved = The new password holds from now on.
password-remove = Remove password
password-removed = The password is removed.
account-codes = Recovery codes

account-devices = Devices
device-this = This device
device-seen = Last seen { $date }
device-end-of = Sign out { $label }
device-ended = The device is signed out.
devices-end = Sign out everywhere else
devices-ended = All other devices and programs are signed out.
device-add = Add a device
device-code-text = On the other device, open { $address } and enter this code within 5 minutes:
device-code-qr = Or scan this with its camera

account-tokens = Programs
tokens-text = A token lets a program act in your name, such as a bot or a script of yours. It cannot change your account.
token-scope-read = Read your games
token-scope-play = Play in your name
token-expires = until { $date }
token-remove = Remove token { $label }
token-removed = The token no longer works.
token-once = Copy the token now: it is not shown again.
token-new = New token
token-label = What it is for
token-scopes = What it may do
token-days = Works for
token-day-count = { $n ->
    [one] 1 day
   *[other] { $n } days
}
token-create = Create token

account-bot = Bot
bot-text = A bot plays by itself, through a program with a token. Its name says so everywhere, it has a leaderboard of its own, and it joins only events that allow bots.
bot-make = Make this a bot account
bot-for-good = This cannot be undone, and only an account that has not played can be a bot.
bot-go = Make it a bot
bot-done = This is a bot account now.
bot-since = A bot account since { $date }. Its name says so everywhere.

account-data = Your data
data-text = Everything that this server has of you, in one file: account, games, chat, and your studies on the server. Studies of this browser, settings and solved puzzles are only here.
data-download = Download everything
data-saved = The file is in your downloads.
delete-title = Delete account
delete-text = Your name, all that signs in, devices and tokens are deleted at once and cannot be brought back. Finished games stay, without your name.
delete-name = Type { $name } to confirm
delete-go = Delete my account
register-terms = The terms hold for everybody here.

account-email = E-mail
email-text = With an address you can sign in when you have lost everything else, and get notices. Nobody else sees it.
email-address = E-mail address
email-new = Another address
email-send = Send code
email-sent = A code is on its way to { $address }. It is good for an hour.
email-waiting = Waiting for the code that was sent to
email-code = Code from the e-mail
email-confirm = Confirm
email-confirmed = The address is confirmed.
email-remove = Remove address
email-removed = The address is removed.
email-notices = Send me an e-mail when
email-notice-proposed = somebody proposes a game
email-notice-soon = an agreed game begins in ten minutes
email-notice-turn = it is my turn and I have been away for a day
email-notice-decision = moderators decide something about me
email-always = New sign-ins and changes of how you sign in are always sent.
email-language = Language of e-mails
email-saved = Saved.

sign-in-email = With a code by e-mail
sign-in-email-text = If an account has your address, it gets a code. The code signs out all other devices.
sign-in-email-sent = If an account has this address, a code is on its way. Enter it here, or open the link in the e-mail.
unsubscribe-title = Stop these e-mails
unsubscribe-text = You will get no more e-mails of this kind. When you are signed in, you can switch them on again on this page.
unsubscribe-go = Stop them
unsubscribe-done = You will get no more e-mails of this kind.
