'use strict';

var nodeModule = require('module');

/**
 * A third less time between a start and the first alarm that is received: compiled code is kept in `cache` (where that
 * cannot be written, nothing is kept), and Node does not read the 179 kB package.json of drizzle-orm again for each of
 * its two hundred modules.
 */
module.exports = function quickStart(cache) {
  nodeModule.enableCompileCache(cache);
  nodeModule.registerHooks({
    resolve: function (specifier, context, next) {
      var isOfDrizzle = /^\..*\.js$/.test(specifier) && /\/node_modules\/drizzle-orm\//.test(context.parentURL);
      if (!isOfDrizzle) return next(specifier, context);
      return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true };
    }
  });
};
