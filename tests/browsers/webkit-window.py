#!/usr/bin/python3
"""A window of WebKitGTK without any toolbar, so that it can be as narrow as a phone.

WebKitWebDriver starts it and gives the real keys and clicks. What that protocol cannot do (scripts before the page,
events, the console, paper) is asked for on a line of its own, in JSON, from the port in the first parameter.
"""
import base64, json, os, socket, sys, threading
import gi

gi.require_version('Gdk', '3.0')
gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gdk, GLib, Gtk, WebKit2

line = socket.create_connection(('127.0.0.1', int(sys.argv[1])))
options = json.loads(sys.argv[2])
views = {}
scripts = {}
opened = 0


def tell(**message):
    line.sendall((json.dumps(message) + '\n').encode())


def name_of(view):
    return next((name for name, each in views.items() if each is view), None)


# The console is written to the standard error stream, of this process and of those that draw the pages.
reading, writing = os.pipe()
os.dup2(writing, 2)


def read_console():
    for text in os.fdopen(reading, errors='replace'):
        GLib.idle_add(lambda said: tell(event='console', text=said), text.rstrip('\n'))


threading.Thread(target=read_console, daemon=True).start()

# A private session would write nothing on the console.
store = WebKit2.WebsiteDataManager(base_data_directory=options['profile'], base_cache_directory=options['profile'])
context = WebKit2.WebContext.new_with_website_data_manager(store)
context.set_automation_allowed(True)
context.set_preferred_languages(['en-US'])
Gtk.Settings.get_default().set_property('gtk-enable-animations', not options['reducedMotion'])
settings = WebKit2.Settings(enable_write_console_messages_to_stdout=True, enable_smooth_scrolling=False, enable_page_cache=True)

DOCUMENT = WebKit2.UserContentInjectedFrames.TOP_FRAME
START, END = WebKit2.UserScriptInjectionTime.START, WebKit2.UserScriptInjectionTime.END
PARSED = "webkit.messageHandlers.parsed.postMessage('')"
# What Playwright fills a field with. It brings its own, as text for the page to evaluate, which a policy may forbid.
INSERT = """Object.defineProperty(globalThis, '__pw_bidiInsertText', {
    value: (text) => void document.execCommand(text ? 'insertText' : 'delete', false, text),
})"""


def content_of(name):
    content = WebKit2.UserContentManager()
    for script in scripts.values():
        content.add_script(script)
    # Bindings of the tests live beside the page's own scripts, the mark that a document is parsed apart from them.
    content.register_script_message_handler('bidi')
    content.connect('script-message-received::bidi', lambda _, said: tell(event='message', view=name, text=said.get_js_value().to_string()))
    content.register_script_message_handler_in_world('parsed', 'playwright')
    content.connect('script-message-received::parsed', lambda *_: tell(event='parsed', view=name))
    content.add_script(WebKit2.UserScript.new(INSERT, DOCUMENT, START, None, None))
    content.add_script(WebKit2.UserScript.new_for_world(PARSED, DOCUMENT, END, 'playwright', None, None))
    return content


def open_view(related=None):
    global opened
    opened += 1
    name = f'view-{opened}'
    place = {'related_view': related} if related else {'web_context': context}
    view = WebKit2.WebView(user_content_manager=content_of(name), is_controlled_by_automation=True, settings=settings, **place)
    views[name] = view
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(options['width'], options['height'])
    window.add(view)
    window.show_all()
    # There is no window manager that would do it.
    window.get_window().focus(Gdk.CURRENT_TIME)
    view.connect('load-changed', lambda _, stage: tell(event='load', stage=stage.value_nick, view=name, url=view.get_uri() or ''))
    view.connect('load-failed', lambda _view, _stage, url, error: tell(event='failed', view=name, url=url, error=error.message))
    view.connect('notify::uri', lambda *_: tell(event='address', view=name, url=view.get_uri() or ''))
    view.connect('create', lambda *_: open_view(view))
    view.connect('close', lambda _: close(name))
    view.connect('web-process-terminated', lambda *_: tell(event='crashed', view=name))
    tell(event='opened', view=name, opener=name_of(related) if related else None)
    return view


def close(name):
    views.pop(name).get_toplevel().destroy()
    tell(event='closed', view=name)


def evaluate(answer, view, body, world):
    def done(_, result):
        try:
            answer(result=views[view].call_async_javascript_function_finish(result).to_string())
        except GLib.Error as error:
            answer(error=error.message)

    views[view].call_async_javascript_function(body, -1, None, world, None, None, done)


def add_script(answer, name, source):
    scripts[name] = WebKit2.UserScript.new(source, DOCUMENT, START, None, None)
    for view in views.values():
        view.get_user_content_manager().add_script(scripts[name])
    answer()


def remove_script(answer, name):
    for view in views.values():
        view.get_user_content_manager().remove_script(scripts[name])
    del scripts[name]
    answer()


def resize(answer, width, height, view=None):
    options.update(width=width, height=height)
    for each in [views[view]] if view else views.values():
        each.get_toplevel().resize(width, height)
    answer()


def load(answer, view, url):
    views[view].load_uri(url)
    answer()


def reload(answer, view):
    views[view].reload()
    answer()


def traverse(answer, view, delta):
    item = views[view].get_back_forward_list().get_nth_item(delta)
    if not item:
        return answer(error='no such history entry')
    views[view].go_to_back_forward_list_item(item)
    answer()


def activate(answer, view):
    window = views[view].get_toplevel().get_window()
    window.raise_()
    window.focus(Gdk.CURRENT_TIME)
    answer()


def encoded(pixels, x, y, width, height):
    part = pixels.new_subpixbuf(x, y, min(width, pixels.get_width() - x), min(height, pixels.get_height() - y))
    return base64.b64encode(part.save_to_bufferv('png', [], [])[1]).decode()


def picture(answer, view, **part):
    """What the window really shows."""
    window = views[view].get_toplevel().get_window()
    window.raise_()
    Gdk.Display.get_default().sync()
    shown = Gdk.pixbuf_get_from_window(window, 0, 0, window.get_width(), window.get_height())
    answer(result=encoded(shown, **part))


def whole_picture(answer, view, **part):
    """The document, drawn once more: what is out of the window too."""
    def done(_, result):
        surface = views[view].get_snapshot_finish(result)
        pixels = Gdk.pixbuf_get_from_surface(surface, 0, 0, surface.get_width(), surface.get_height())
        answer(result=encoded(pixels, **part))

    views[view].get_snapshot(WebKit2.SnapshotRegion.FULL_DOCUMENT, WebKit2.SnapshotOptions.NONE, None, done)


def paper(answer, view, file, width, height, margins, background):
    """As "Print to file" in the dialog."""
    page = Gtk.PageSetup()
    page.set_paper_size_and_default_margins(Gtk.PaperSize.new_custom('custom', 'custom', width, height, Gtk.Unit.INCH))
    for side, inches in margins.items():
        getattr(page, f'set_{side}_margin')(inches, Gtk.Unit.INCH)
    choices = Gtk.PrintSettings()
    choices.set(Gtk.PRINT_SETTINGS_PRINTER, 'Print to File')
    choices.set(Gtk.PRINT_SETTINGS_OUTPUT_FILE_FORMAT, 'pdf')
    choices.set(Gtk.PRINT_SETTINGS_OUTPUT_URI, GLib.filename_to_uri(file))
    settings.set_property('print-backgrounds', background)
    operation = WebKit2.PrintOperation.new(views[view])
    operation.set_page_setup(page)
    operation.set_print_settings(choices)
    operation.connect('finished', lambda _: answer())
    operation.connect('failed', lambda _, error: answer(error=error.message))
    operations.append(operation)
    operation.print_()


operations = []
commands = {each.__name__: each for each in [
    evaluate, add_script, remove_script, resize, load, reload, traverse, activate, picture, whole_picture, paper,
]}


def obey(text):
    asked = json.loads(text)
    number = asked.pop('id')

    def answer(**result):
        tell(id=number, **result)

    try:
        commands[asked.pop('command')](answer, **asked)
    except Exception as error:
        answer(error=f'{type(error).__name__}: {error}')


def read_line():
    for text in line.makefile():
        GLib.idle_add(obey, text)
    GLib.idle_add(Gtk.main_quit)


def automate(_, session):
    session.set_application_info(WebKit2.ApplicationInfo())
    session.connect('create-web-view', lambda _: open_view())


context.connect('automation-started', automate)
threading.Thread(target=read_line, daemon=True).start()
Gtk.main()
