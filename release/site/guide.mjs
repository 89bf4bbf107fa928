// The guides: every Markdown page of the repository, prepared for the site. Links between pages lead to pages of the
// site, links to other files lead to the repository's public address, pictures come along.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, posix, relative, resolve } from 'node:path'

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
export function writeGuides(root, { folder, address }) {
  const pages = pagesOf(root)
  const files = new Map(pages.map((page) => [page, `${slugOf(page)}.md`]))
  const broken = []
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'picture'), { recursive: true })
  for (const page of pages) {
    const text = readFileSync(join(root, page), 'utf8')
    writeFileSync(join(folder, files.get(page)), headOf(page, text) + rewritten(page, bodyOf(text)))
  }
  if (broken.length > 0) throw new Error(`Links lead nowhere:\n${broken.join('\n')}`)
  const paths = pages.map((page) => join(folder, files.get(page)))
  return { front: paths[0], others: paths.slice(1) }

  function rewritten(page, text) {
    return outsideCode(text, (part) =>
      part.replace(/(\]\()([^)\s]+)(\))/g, (whole, before, target, after) =>
        /^(https?:|mailto:|#)/.test(target) ? whole : before + targetOf(page, target) + after,
      ),
    )
  }

  function targetOf(page, target) {
    const [path, anchor] = target.split('#')
    const file = posix.normalize(posix.join(posix.dirname(page), path)).replace(/\/$/, '')
    const hash = anchor === undefined ? '' : `#${anchor}`
    const other = [file, posix.join(file, 'README.md')].find((name) => files.has(name))
    if (other !== undefined) return `./${files.get(other)}${hash}`
    if (!existsSync(join(root, file))) {
      broken.push(`  ${page}: ${target}`)
      return target
    }
    if (/\.(png|svg|jpg)$/.test(file)) {
      cpSync(join(root, file), join(folder, 'picture', basename(file)))
      return `./picture/${basename(file)}`
    }
    const kind = statSync(join(root, file)).isDirectory() ? 'tree' : 'blob'
    return `${address}/${kind}/main/${file}${hash}`
  }
}

/** The title, as the list of pages shows it and as the page does; TypeDoc writes that of the front door. */
function headOf(page, text) {
  if (page === 'README.md') return ''
  const title = /^# (.+)$/m.exec(text)?.[1] ?? page
  const name = title.replace(/^@vaultwright\//, 'Guide: ')
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
  return page.includes('/') ? 5 : 1
}

/** Changes the text outside code blocks and code spans. */
function outsideCode(text, change) {
  return text
    .split(/(^```[\s\S]*?^```|`[^`\n]+`)/m)
    .map((part, at) => (at % 2 === 0 ? change(part) : part))
    .join('')
}

/** The repository's public address, from the one place that has it. */
export function addressOf(root) {
  const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return repository.url.replace(/^git\+|\.git$/g, '')
}

export const root = resolve(dirname(new URL(import.meta.url).pathname), '../..')
export const shown = (path) => relative(process.cwd(), path)
