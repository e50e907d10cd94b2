// Runs in gjs: a window with a page of WebKitGTK, which WebKitWebDriver controls. The browsers that come with WebKitGTK
// keep nothing of an automated session; this one keeps its data in the folder PROFILE, as a browser in use does.
/* global imports, print */
imports.gi.versions.Gtk = "3.0";
imports.gi.versions.WebKit2 = "4.1";
const { GLib, Gtk, WebKit2 } = imports.gi;

Gtk.init(null);
const profile = GLib.getenv("PROFILE");
/** Switched off by default in WebKitGTK, and on in Safari since 17. */
const likeSafari = ["AccessHandle", "FileSystem", "StorageAPI", "StorageAPIEstimate"];
const isLikeSafari = GLib.getenv("LIKE_SAFARI") === "on";

const context = new WebKit2.WebContext({
  website_data_manager: new WebKit2.WebsiteDataManager({
    base_data_directory: `${profile}/data`,
    base_cache_directory: `${profile}/cache`,
  }),
});
context.set_automation_allowed(true);
context.connect("automation-started", (_context, session) => {
  session.connect("create-web-view", () => {
    const view = new WebKit2.WebView({ web_context: context, is_controlled_by_automation: true });
    const settings = view.get_settings();
    const features = WebKit2.Settings.get_all_features();
    for (let index = 0; index < features.get_length(); index += 1) {
      const feature = features.get(index);
      if (isLikeSafari && likeSafari.includes(feature.get_identifier()))
        settings.set_feature_enabled(feature, true);
    }
    // Nobody answers a question.
    view.connect("permission-request", (_view, request) => {
      request.deny();
      return true;
    });
    const window = new Gtk.Window({ decorated: false, default_width: 390, default_height: 844 });
    window.add(view);
    // The page of a closed tab ends with its window.
    view.connect("close", () => window.destroy());
    window.show_all();
    return view;
  });
});
Gtk.main();
