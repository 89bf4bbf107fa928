// The guides: every Markdown page of the repository, prepared for the site. Links between pages lead to pages of the
// site. Links to other files lead to where the identity of the project says that its code is; while it says nothing,
// the files come along, as pictures always do.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, posix, relative, resolve } from 'node:path'
import { withScope } from '../identity.mjs'
import { replaceLinks, shownAt } from '../markdown.mjs'

const skipped = new Set([
  'node_modules',
  'dist',
  '.cache',
  '.git',
  'fixtures',
  'coverage',
  'out',
  'lib',
])

/** Lists the Markdown pages of the repository, the front door first. */
export function pagesOf(root) {
  const pages = []
  walk('.')
  return pages.sort((one, other) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1))

  function walk(folder) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = posix.join(folder, entry.name)
      if (entry.isDirectory() && !skipped.has(entry.name)) walk(path)
      if (entry.isFile() && entry.name.endsWith('.md')) pages.push(path)
    }
  }
}

/** The code blocks of a page, with their language and line. */
export function blocksOf(text) {
  const blocks = []
  let open = null
  for (const [at, line] of text.split('\n').entries()) {
    const [, fence, language] = /^\s*(```+)(\S*)/.exec(line) ?? []
    if (open === null && fence !== undefined) open = { language, line: at + 1, lines: [] }
    else if (open !== null && fence !== undefined && language === '') {
      blocks.push({ ...open, code: `${open.lines.join('\n')}\n` })
      open = null
    } else if (open !== null) open.lines.push(line)
  }
  if (open !== null) throw new Error(`The code block of line ${open.line} does not end.`)
  return blocks.map(({ language, line, code }) => ({ language, line, code }))
}

/**
 * Writes the pages into a folder.
 *
 * @returns the file of the front door, and those of the others.
 * @throws {Error} that names every link which leads to no file.
 */
export function writeGuides(root, { folder, identity }) {
  const pages = pagesOf(root)
  const files = new Map(pages.map((page) => [page, `${slugOf(page)}.md`]))
  const broken = []
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const page of pages) {
    const text = withScope(readFileSync(join(root, page), 'utf8'), identity)
    const body = replaceLinks(bodyOf(text), page, (target) => linkTo(page, target))
    writeFileSync(join(folder, files.get(page)), headOf(page, text, identity) + body)
  }
  if (broken.length > 0) throw new Error(`Links lead nowhere:\n${broken.join('\n')}`)
  const paths = pages.map((page) => join(folder, files.get(page)))
  return { front: paths[0], others: paths.slice(1) }

  function linkTo(page, { file, hash, link }) {
    const other = [file, posix.join(file, 'README.md')].find((name) => files.has(name))
    if (other !== undefined) return `./${files.get(other)}${hash}`
    if (!existsSync(join(root, file))) {
      broken.push(`  ${page}: ${link}`)
      return link
    }
    const { repository } = identity
    if (repository !== null && !/\.(png|svg|jpg)$/.test(file))
      return shownAt(root, { repository, ref: 'main', file }) + hash
    cpSync(join(root, file), join(folder, 'file', file), { recursive: true })
    return `./file/${file}`
  }
}

/** The title, as the list of pages shows it and as the page does; TypeDoc writes that of the front door. */
function headOf(page, text, { scope }) {
  if (page === 'README.md') return ''
  const title = /^# (.+)$/m.exec(text)?.[1] ?? page
  const name = title.replace(`${scope}/`, 'Guide: ')
  return `---\ntitle: ${JSON.stringify(name)}\n---\n\n# ${title}\n\n`
}

function bodyOf(text) {
  return text.replace(/^# .+\n\n?/, '')
}

function slugOf(page) {
  if (page === 'README.md') return 'index'
  return page
    .replace(/\.md$/, '')
    .replace(/\/README$/, '')
    .replace(/^(packages|workers)\//, '')
    .replaceAll('/', '-')
    .toLowerCase()
}

/** Front door first, then what a newcomer needs, packages, and the changelog last. */
function rankOf(page) {
  if (page === 'README.md') return 0
  if (page === 'CHANGELOG.md') return 9
  if (page.startsWith('docs/')) return 1
  return page.includes('/') ? 5 : 2
}

export const root = resolve(dirname(new URL(import.meta.url).pathname), '../..')
export const shown = (path) => relative(process.cwd(), path)
