// Packs of the packages as a registry gets them: without what only the repository needs, which is scripts, development
// dependencies and the condition `source` that leads to files that are not packed.
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

const scope = '@vaultwright/'

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
export function publishedManifest(manifest, version) {
  const { devDependencies, scripts, exports, dependencies, ...rest } = manifest
  const pinned = Object.entries(dependencies ?? {}).map(([name, pin]) => [
    name,
    name.startsWith(scope) ? version : pin,
  ])
  return {
    ...rest,
    version,
    exports: withoutSource(exports),
    ...(dependencies === undefined ? {} : { dependencies: Object.fromEntries(pinned) }),
  }
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
 * @returns name, file, integrity and bytes of each, in the order in which they can be published.
 * @throws {Error} for a package without its `dist`.
 */
export function packAll(root, { version, folder }) {
  const staging = join(folder, '.staging')
  rmSync(staging, { recursive: true, force: true })
  const packages = packagesOf(root)
  for (const { name, dir, manifest } of packages) {
    if (!existsSync(join(root, dir, 'dist')))
      throw new Error(`${name} is not built. Run npm run build.`)
    const place = join(staging, name)
    mkdirSync(place, { recursive: true })
    for (const file of manifest.files)
      cpSync(join(root, dir, file), join(place, file), { recursive: true })
    const text = `${JSON.stringify(publishedManifest(manifest, version), null, 2)}\n`
    writeFileSync(join(place, 'package.json'), text)
  }
  const places = packages.map(({ name }) => join(staging, name))
  const packed = JSON.parse(
    npm(['pack', ...places, '--json', '--pack-destination', folder], { cwd: root }),
  )
  rmSync(staging, { recursive: true, force: true })
  const byName = new Map(Object.values(packed).map((pack) => [pack.name, pack]))
  return packages.map(({ name }) => {
    const { filename, integrity, size } = byName.get(name)
    return { name, file: join(folder, filename), integrity, size }
  })
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
