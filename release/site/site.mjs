// `npm run site`: writes the guides and the reference of all packages as a folder of pages that opens from a disk.
//   npm run site -- --out <folder>           another folder than .cache/site
//   npm run site -- --rooms merkle,manager   the reference of these packages only
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readIdentity } from '../identity.mjs'
import { installOnce } from '../install.mjs'
import { root, shown, writeGuides } from './guide.mjs'
import { brokenLinksOf } from './link.mjs'

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, '.cache/site') },
    rooms: { type: 'string' },
  },
})
const out = resolve(values.out)
installOnce(join(root, 'release/site'))
const { roomsOf, writeReference } = await import('./reference.mjs')

const identity = readIdentity(join(root, 'release/identity.json'))
const rooms = chosenOf(values.rooms)
rmSync(out, { recursive: true, force: true })
try {
  const guides = writeGuides(root, {
    folder: join(root, `.cache/site-guide-${process.pid}`),
    identity,
  })
  await writeReference(root, { rooms, guides, identity, out })
} finally {
  rmSync(join(root, `.cache/site-guide-${process.pid}`), { recursive: true, force: true })
}
const { broken, count, pages } = brokenLinksOf(out)
for (const link of broken.slice(0, 20)) console.error(`A link leads nowhere: ${link}`)
if (broken.length > 0) {
  console.error(`${broken.length} of ${count} links lead nowhere.`)
  process.exit(1)
}
console.log(`${pages} pages, ${count} links: ${shown(join(out, 'index.html'))}`)

function chosenOf(text) {
  const all = roomsOf(root)
  if (text === undefined) return all
  const names = text.split(',')
  const unknown = names.find((name) => !all.some((room) => room.name.endsWith(`/${name}`)))
  if (unknown !== undefined || names.length < 2) {
    const choices = all.map(({ name }) => name.split('/')[1]).join(', ')
    console.error(`--rooms "${text}" does not name two packages or more. Choose among ${choices}.`)
    process.exit(2)
  }
  return all.filter((room) => names.some((name) => room.name.endsWith(`/${name}`)))
}
