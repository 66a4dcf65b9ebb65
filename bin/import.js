'use strict';

var url = require('url');

/** Apart from varde.js, because a Node without `import()` cannot even read this line. */
module.exports = function importModule(file) {
  return import(url.pathToFileURL(file).href);
};
