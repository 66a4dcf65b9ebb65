#!/usr/bin/env node
// Written so that every Node ever released can read it: an old one must be able to say that it is too old.
'use strict';

var childProcess = require('child_process');
var fs = require('fs');
var path = require('path');

var root = path.join(__dirname, '..');
var isDevice = process.argv[2] === 'simulate' || process.argv[2] === 'send';
var entry = path.join(root, isDevice ? 'apps/simulator/src/main.ts' : 'apps/server/src/main.ts');
// Brought by `npm ci`, whatever Node the machine has.
var pinned = path.join(root, 'node_modules', '.bin', 'node');

function runsTypeScript(version) {
  var parts = version.split('.');
  var major = Number(parts[0]);
  return major > 22 || (major === 22 && Number(parts[1]) >= 18);
}

function fail(message) {
  process.stderr.write('varde: ' + message + '\n');
  process.exit(1);
}

function isThisNode(file) {
  try {
    return fs.realpathSync(file) === fs.realpathSync(process.execPath);
  } catch (_error) {
    return false;
  }
}

function runHere() {
  if (!runsTypeScript(process.versions.node)) {
    fail(
      'this is Node ' +
        process.versions.node +
        '; Varde needs 22.18 or newer. `npm ci` brings its own for Linux (x64, arm64) and macOS.'
    );
  }
  if (isDevice && process.channel) {
    // Started by another process: virtual devices do not outlive it.
    process.on('disconnect', function () {
      process.exit(0);
    });
    process.channel.unref();
  }
  require('./quick-start.js')(path.join(root, 'node_modules', '.cache', 'node'));
  require('./import.js')(entry);
}

function runOnPinned() {
  var child = childProcess.spawn(pinned, [__filename].concat(process.argv.slice(2)), {
    // The channel ends with this process, however that ends: the server then stops as well.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc']
  });
  child.on('error', runHere);
  ['SIGINT', 'SIGTERM', 'SIGHUP'].forEach(function (signal) {
    process.on(signal, function () {
      child.kill(signal);
    });
  });
  child.on('exit', function (code, signal) {
    process.exit(signal ? 1 : code);
  });
}

if (fs.existsSync(pinned) && !isThisNode(pinned)) runOnPinned();
else runHere();
