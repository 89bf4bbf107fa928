// An empty folder that has nothing but the packs: what they are for a person who installs them.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { withScope } from './identity.mjs'
import { npm, packagesOf } from './pack.mjs'

/**
 * Installs packs into a folder, by file, so that its lock can go with them.
 *
 * @returns the folder.
 */
export function installFresh(packs, folder) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'packs'), { recursive: true })
  for (const { file } of packs) cpSync(file, join(folder, 'packs', basename(file)))
  const dependencies = Object.fromEntries(
    packs.map(({ name, file }) => [name, `file:packs/${basename(file)}`]),
  )
  const manifest = {
    name: 'vaultwright-install',
    version: '0.0.0',
    private: true,
    type: 'module',
    dependencies,
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd: folder,
  })
  return folder
}

/**
 * Runs what was installed.
 *
 * @returns a line for each thing that was tried.
 * @throws {Error} for the first that does not do what it should.
 */
export function tryFresh(root, { folder, version, identity }) {
  const libraries = packagesOf(root).filter(({ manifest }) => manifest.bin === undefined)
  const names = JSON.stringify(libraries.map(({ name }) => withScope(name, identity)))
  const doors = `let count = 0; for (const name of ${names}) count += Object.keys(await import(name)).length; console.log(count)`
  const exported = Number(run(['--input-type=module', '-e', doors]))
  if (!(exported > 500)) throw new Error(`The packages export ${exported} names.`)
  const lines = [`${libraries.length} libraries open: ${exported} exports`]
  for (const { words, prints } of programTrials(root, version)) {
    const printed = run([join(folder, programOf(identity)), ...words])
    if (!prints.test(printed))
      throw new Error(`vaultwright ${words.join(' ')} printed:\n${printed}`)
    lines.push(`vaultwright ${words[0]} ${words[1] ?? ''}`.trim())
  }
  return lines

  function run(words) {
    const { status, stdout, stderr } = spawnSync(process.execPath, words, {
      cwd: folder,
      encoding: 'utf8',
    })
    if (status !== 0)
      throw new Error(`${words.join(' ').slice(0, 200)} ended with ${status}:\n${stderr}`)
    return stdout
  }
}

/** The path of the program in an installation. */
export function programOf({ scope }) {
  return `node_modules/${scope}/cli/dist/bin.js`
}

/** The commands that a first user tries offline, and their output. */
export function programTrials(root, version) {
  const fixture = (path) => join(root, 'fixtures', path)
  return [
    { words: ['--version'], prints: new RegExp(`^${version.replaceAll('.', '\\.')}\\n$`) },
    { words: ['--help'], prints: /vaultwright <command>/ },
    {
      words: ['tree', 'root', fixture('trees/example-1024.json')],
      prints: /^0xa38c5c044ed880154ff9cafa8f1839bf384dd043768bfb297c41fd6088cd55ca\n$/,
    },
    { words: ['tree', 'check', fixture('trees/example-1024.json')], prints: /^sound/ },
    {
      words: ['definition', 'check', fixture('definitions/local-eth.yaml')],
      prints: /^sound {4}main on local/,
    },
    { words: ['calldata', 'decode', '0x8456cb59'], prints: /pause/ },
  ]
}
