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
register-password-go = Create account with a password
register-impossible = So no account can be created at this address. You can play as a guest.
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
account-name-text = Shown to other players, also in finished games and chat. You can change it once in 30 days.
account-name-kept = You can change your name, { $name }, again on { $date }.

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

account-data = Your data
data-text = Everything that this server has of you, in one file: account, games and chat. Studies, settings and solved puzzles are in this browser.
data-download = Download everything
data-saved = The file is in your downloads.
delete-title = Delete account
delete-text = Your name, passkeys, devices and tokens are deleted at once and cannot be brought back. Finished games stay, without your name.
delete-name = Type { $name } to confirm
delete-go = Delete my account
register-terms = The terms hold for everybody here.
