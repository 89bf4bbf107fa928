// Gathers whose code a build of the console holds, and what their licences ask to be said of it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const permission = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions: The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software. THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

const iscPermission = `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear in all copies. THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`

const heads = {
  'MPL-2.0': `Bundled without a change, under the Mozilla Public License 2.0 (https://www.mozilla.org/MPL/2.0/). Their source code is at the address beside each, and in the package of that name and version on https://www.npmjs.com.`,
  MIT: `Under the MIT License:\n\n${permission}`,
  ISC: `Under the ISC License:\n\n${iscPermission}`,
  'OFL-1.1': `Fonts, under the SIL Open Font License 1.1 (https://openfontlicense.org).`,
}

/** A plugin that notes which packages a build holds, and what was noted. */
export function openNotice() {
  const folders = new Set()
  const plugin = () => ({
    name: 'notice',
    generateBundle: (_, bundle) => {
      for (const part of Object.values(bundle)) {
        if (part.type !== 'chunk') continue
        for (const file of Object.keys(part.modules)) noteFolder(file, folders)
      }
    },
  })
  return { plugin, print: () => printNotice([...folders, ...fontFolders()].map(packageIn)) }
}

/** The package of npm that a file is of. */
function noteFolder(file, folders) {
  const path = /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]
  if (path !== undefined && existsSync(join(path, 'package.json'))) folders.add(path)
}

function packageIn(folder) {
  const { name, version, license, repository } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const file = readdirSync(folder).find((entry) => /^(?:licen[cs]e|copying)/i.test(entry))
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8')
  const address = typeof repository === 'string' ? repository : (repository?.url ?? '')
  return {
    name,
    license,
    title: `${name} ${version}`,
    copyright:
      license === 'MPL-2.0' ? null : (/^[ \t]*(copyright\b.*)$/im.exec(text)?.[1].trim() ?? null),
    source: sourceOf(address),
  }
}

function sourceOf(address) {
  const path = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(address)?.[1]
  if (path !== undefined) return `https://github.com/${path}`
  return address
    .replace(/^git\+/, '')
    .replace(/^git:/, 'https:')
    .replace(/\.git$/, '')
}

/** Fonts are named by the style sheet, which no module imports them from. */
function fontFolders() {
  const { devDependencies } = JSON.parse(
    readFileSync(new URL('./package.json', import.meta.url), 'utf8'),
  )
  const names = Object.keys(devDependencies).filter((name) => name.startsWith('@fontsource'))
  return names.map((name) => fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url)))
}

/** @throws when a licence is not one that this file knows what to say of. */
function printNotice(packages) {
  const unknown = packages.find(({ license }) => heads[license] === undefined)
  if (unknown !== undefined) {
    throw new TypeError(
      `${unknown.title} is under ${unknown.license}: say in notice.mjs what that asks.`,
    )
  }
  const used = Object.entries(heads).filter(([name]) =>
    packages.some(({ license }) => license === name),
  )
  const parts = used.map(([license, head]) => {
    const rows = packages
      .filter((pack) => pack.license === license)
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .map(({ title, copyright, source }) =>
        [`- ${title}`, copyright, source].filter(Boolean).join(', '),
      )
    return `${head}\n\n${[...new Set(rows)].join('\n')}\n`
  })
  const intro =
    'The console of Vaultwright is under the MIT License. It holds code of these packages.'
  return `${intro}\n\n${parts.join('\n')}`
}
