// Packs of the packages as a registry gets them: without what only the repository needs, which is scripts, development
// dependencies and the condition `source` that leads to files that are not packed; with the addresses and the scope of
// an identity.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { addressesOf, codeIdentity, withScope } from './identity.mjs'
import { replaceLinks, shownAt } from './markdown.mjs'

/** Every package of the workspace, each after those that it needs. */
export function packagesOf(root) {
  const packages = new Map(
    ['packages', 'workers']
      .flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`))
      .filter((dir) => existsSync(join(root, dir, 'package.json')))
      .map((dir) => [dir, JSON.parse(readFileSync(join(root, dir, 'package.json'), 'utf8'))])
      .map(([dir, manifest]) => [manifest.name, { name: manifest.name, dir, manifest }]),
  )
  const ordered = new Set()
  for (const name of [...packages.keys()].sort()) add(name)
  return [...ordered].map((name) => packages.get(name))

  function add(name) {
    if (ordered.has(name) || !packages.has(name)) return
    for (const need of Object.keys(packages.get(name).manifest.dependencies ?? {})) add(need)
    ordered.add(name)
  }
}

/**
 * The manifest that is published.
 *
 * @param version - of this package and of every other one of the house.
 */
export function publishedManifest({ dir, manifest }, { version, identity }) {
  const { devDependencies, scripts, exports, dependencies, ...rest } = manifest
  const pinned = Object.entries(dependencies ?? {}).map(([name, pin]) => [
    name,
    name.startsWith(`${codeIdentity.scope}/`) ? version : pin,
  ])
  const published = {
    ...rest,
    ...addressesOf(identity, dir),
    version,
    exports: withoutSource(exports),
    ...(dependencies === undefined ? {} : { dependencies: Object.fromEntries(pinned) }),
  }
  return JSON.parse(withScope(JSON.stringify(published), identity))
}

function withoutSource(exports) {
  if (typeof exports !== 'object' || exports === null) return exports
  return Object.fromEntries(
    Object.entries(exports)
      .filter(([condition]) => condition !== 'source')
      .map(([key, value]) => [key, withoutSource(value)]),
  )
}

/**
 * Packs every package that is built.
 *
 * @param identity - its addresses may be null, in packs that are only tried.
 * @returns name, file, integrity and bytes of each, in the order in which they can be published.
 * @throws {Error} for a package that is not built with its declarations.
 */
export function packAll(root, { version, folder, identity }) {
  const staging = join(folder, '.staging')
  rmSync(staging, { recursive: true, force: true })
  const packages = packagesOf(root)
  const places = packages.map((pack) => stage(root, pack, { version, identity, staging }))
  const packed = JSON.parse(
    npm(['pack', ...places, '--json', '--pack-destination', folder], { cwd: root }),
  )
  rmSync(staging, { recursive: true, force: true })
  const byName = new Map(Object.values(packed).map((pack) => [pack.name, pack]))
  return packages.map((pack) => {
    const name = withScope(pack.name, identity)
    const { filename, integrity, size } = byName.get(name)
    return { name, file: join(folder, filename), integrity, size }
  })
}

/** Lays out what a pack holds, and gives the folder. */
function stage(root, pack, { version, identity, staging }) {
  const { name, dir, manifest } = pack
  // A quick build has no declarations.
  if (!existsSync(join(root, dir, 'dist/index.d.ts')))
    throw new Error(`${name} is not built as a release needs it. Run npm run build -- --whole.`)
  const place = join(staging, name)
  mkdirSync(place, { recursive: true })
  for (const file of manifest.files)
    cpSync(join(root, dir, file), join(place, file), { recursive: true })
  const published = publishedManifest(pack, { version, identity })
  writeFileSync(join(place, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
  const { scope, repository } = identity
  if (scope !== codeIdentity.scope)
    changeTexts(place, /\.([cm]?[jt]s|map|md|json)$/, (text) => withScope(text, identity))
  // A pack holds few of the files that its pages lead to.
  const toRepository = ({ file, hash }) =>
    shownAt(root, { repository, ref: `v${version}`, file }) + hash
  if (repository !== null)
    changeTexts(place, /\.md$/, (text, file) => replaceLinks(text, `${dir}/${file}`, toRepository))
  return place
}

function changeTexts(place, names, change) {
  const files = readdirSync(place, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((path) => names.test(path))) {
    const text = readFileSync(join(place, file), 'utf8')
    const next = change(text, file)
    if (next !== text) writeFileSync(join(place, file), next)
  }
}

/** Runs npm on its own, outside the workspace, and gives what it prints. */
export function npm(words, { cwd, env = process.env }) {
  const { status, stdout, stderr } = spawnSync('npm', [...words, '--loglevel=error'], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...env, npm_config_workspaces: 'false' },
  })
  if (status !== 0) throw new Error(`npm ${words[0]} failed:\n${stderr}${stdout}`)
  return stdout
}
