import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** The map of the house: a room imports only rooms of a lower rank. A room is here from its first line on. */
export const ranks = [
  ['base'],
  ['document', 'merkle', 'registry', 'valuation'],
  ['manager', 'proof', 'queue', 'safe', 'svm'],
  ['access-control', 'evm', 'finality', 'formats', 'protocols'],
  ['builder', 'definition', 'outcome', 'packet', 'review', 'svm-builder', 'swap'],
  ['wire'],
  ['client'],
  ['check'],
  ['aggregator', 'chain', 'console', 'store'],
  ['safe-service'],
  ['indexer'],
  ['operations'],
  ['api'],
  ['cli'],
] as const

export const scope = '@vaultwright/'
export const root = resolve(import.meta.dirname, '../..')

/** The last rank whose rooms are pure: no clock, network, environment, timer, randomness, Node or logger. */
export const lastPureRank = 7

export function rankOf(name: string): number {
  const room = name.replace(scope, '')
  return ranks.findIndex((rooms) => (rooms as readonly string[]).includes(room))
}

export type Room = {
  readonly name: string
  readonly dir: string
  readonly dependencies: readonly string[]
  readonly bin: Readonly<Record<string, string>>
}

/** Every workspace package, read from its manifest. */
export const rooms: readonly Room[] = ['packages', 'workers'].flatMap((folder) =>
  foldersOf(join(root, folder)).map((name) => {
    const dir = `${folder}/${name}`
    const manifest = JSON.parse(readFileSync(join(root, dir, 'package.json'), 'utf8'))
    return {
      name: manifest.name,
      dir,
      // Pages are built with what they use inside: the build alone needs it.
      dependencies: Object.keys({
        ...manifest.dependencies,
        ...(existsSync(join(root, dir, 'src/app')) ? manifest.devDependencies : {}),
      }),
      bin: manifest.bin ?? {},
    }
  }),
)

/** The source files of a room, tests and benchmarks left out, paths from the repository's root. */
export function sourcesOf(room: Room): readonly string[] {
  return (readdirSync(join(root, room.dir, 'src'), { recursive: true }) as string[])
    .filter((file) => /\.tsx?$/.test(file) && !/\.(d|test|bench)\.tsx?$/.test(file))
    .map((file) => `${room.dir}/src/${file}`)
    .sort()
}

export function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

/** Everything a file imports, exports from, or imports on demand; type-only imports count. */
export function importsOf(file: string): readonly string[] {
  const text = codeOf(textOf(file))
  const imports = [
    ...text.matchAll(/\b(?:import|export)\b[^'"();]*?\bfrom\s*'([^']+)'/g),
    ...text.matchAll(/\bimport\s*'([^']+)'/g),
    ...text.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g),
  ]
  return imports.map((match) => match[1]!)
}

/** A file's text without its comments; texts in quotes stay. */
export function codeOf(text: string): string {
  return text.replace(
    /'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    (part) => (part.startsWith('/') ? '' : part),
  )
}

/** The file of the repository that a relative import leads to. */
export function targetOf(file: string, specifier: string): string {
  return relative(root, resolve(root, dirname(file), specifier))
}

function foldersOf(dir: string): readonly string[] {
  if (!existsSync(dir)) return []
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}
