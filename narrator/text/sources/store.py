"""Why the file with the games can't be used."""

from narrator.text.sources.source import N

SOURCES = [
    N("store.damaged", "The games file is damaged: {path}. To go back to a copy, enter: {command}"),
    N("store.read_only", "Narrator can't write to the games file: {path}. Allow writing, or choose another file: {command}"),
    N("store.cannot_open", "Narrator can't open the games file: {path}. Check the path, or choose another file: {command}"),
    N("store.no_folder", "Narrator can't create the folder for the games: {path}. Choose another place: {command}"),
    N("store.full", "The disk is full, so nothing can be saved in {path}. Make some room and try again."),
    N("store.busy", "Another program is using the games file: {path}. Close that program and try again."),
    N("store.no_copy", "Narrator couldn't make a copy in {path}: {why}. Make some room or allow writing, then try again."),
    N("store.copy_holds_more", "The copy in {path} has games that are missing here, so it stays. Choose another name."),
    N("store.incomplete", "The games file {path} is incomplete: “{what}” is missing. To go back to a copy, enter: {command}"),
    N("store.gone", "The games file was deleted or replaced: {path}. Nothing more was saved in it. Put it back, or go back to a copy: {command}"),
    N("store.game_damaged", "The game “{game}” is damaged and can't be opened. Its page says what can be saved."),
    N("store.newer", "The games in {path} were saved by a newer Narrator. Update this one."),
    N("store.foreign", "The file {path} belongs to another program. Choose another one: {command}"),
    N("store.unreadable", "Narrator can't read the games file: {path}, {why}. Choose another one: {command}"),
    N("store.key_not_written", "Narrator can't save the key in {path}: {why}. Choose another place, or make room there."),
    N("store.key_not_read", "Narrator can't read the key in {path}: {why}. Check that the file is there and can be read."),
    N("store.no_key", "The file {path} isn't a Narrator key. Choose the one that was saved with: narrator key --out FILE"),
    N("store.empty_key", "The key file {path} is empty. Put your copy of it back. If you have none, delete the file: Narrator then makes a new key, which can't open games that were saved with the old one."),
    N("store.unknown_kind", "Narrator can't keep games in “{url}”. Write sqlite:///path/to/file.db or postgresql://user@host/name"),
    # on a database server
    N("store.unreachable", "The database can't be reached: {path} ({why}). Check that it's running, then try again."),
    N("store.server_busy", "The database is too busy: {path}. Try again in a moment."),
    N("store.server_refuses", "The database won't let Narrator in: {path} ({why}). Check the user name, and the password in {variable}."),
    N("store.no_database", "There's no such database: {path}. Create it first."),
    N("store.server_read_only", "Narrator can't write to the database: {path}. Allow its user to create tables and to write, or choose another database: {command}"),
    N("store.server_foreign", "The database {path} belongs to another program. Choose another one: {command}"),
    N("store.server_incomplete", "The database {path} is incomplete: “{what}” is missing. Go back to a backup of it."),
    N("store.server_trouble", "The database reports a problem: {path} ({why}). Its log may say more."),
    N("store.unsure", "The connection to the database was lost while something was being saved: {path}. Check what was saved last before you enter it again."),
    N("store.password_in_address", "Don't put the password in the address {path}, where others can read it. Put it in {variable}, or save it in a file and put the file's path in {file_variable}."),
    N("store.no_password_file", "Narrator can't read the file with the password: {path} ({why}). Check the path in {file_variable}."),
    N("store.no_driver", "Narrator needs one more package to keep games on a database server. Enter: {command}"),
]
