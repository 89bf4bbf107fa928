#!/usr/bin/env node
// Node loads every import before it runs a line. So this file imports the program only after it has looked at the
// version: an older Node prints one line instead of a syntax error of some library.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `vaultwright needs Node 20.19 or newer, and this is Node ${process.versions.node}. Install a newer one from https://nodejs.org.\n`,
  )
  process.exitCode = 4
} else await import('./main.ts')
