import fc from "fast-check";

/** Property tests use the same values in every run, so that a failure can be repeated. */
fc.configureGlobal({ seed: 4600 });
