// The reference: what each package exports through its door, by TypeDoc, together with the guides.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Application, Converter, TSConfigReader } from 'typedoc'
import { withScope } from '../identity.mjs'

/** The packages with a door, by the last part of their name. The program has none. */
export function roomsOf(root) {
  return ['packages', 'workers']
    .flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`))
    .filter((dir) => existsSync(join(root, dir, 'src/index.ts')))
    .map((dir) => ({
      dir,
      manifest: JSON.parse(readFileSync(join(root, dir, 'package.json'), 'utf8')),
    }))
    .filter(({ manifest }) => manifest.bin === undefined)
    .map(({ dir, manifest }) => ({ dir, name: manifest.name }))
}

/**
 * Writes the site.
 *
 * @throws {Error} if TypeDoc warns of anything: a link in a comment that leads nowhere, a parameter that is not there.
 */
export async function writeReference(root, { rooms, guides, identity, out }) {
  const { repository } = identity
  const entries = rooms.map(({ dir }) => join(root, dir, 'src/index.ts'))
  const app = await Application.bootstrap(
    {
      entryPoints: entries,
      tsconfig: join(root, 'tsconfig.json'),
      // `npm run check` has done this, with the compiler of the project.
      skipErrorChecking: true,
      name: 'Vaultwright',
      readme: guides.front,
      projectDocuments: guides.others,
      basePath: root,
      displayBasePath: root,
      disableGit: true,
      // Without git TypeDoc insists on a template; `removeSourceLinks` takes back what leads nowhere.
      sourceLinkTemplate: `${repository ?? ''}/blob/main/{path}#L{line}`,
      excludeExternals: true,
      excludeInternal: true,
      validation: {
        invalidLink: true,
        invalidPath: true,
        notExported: false,
        notDocumented: false,
      },
      treatWarningsAsErrors: true,
      treatValidationWarningsAsErrors: true,
      navigationLinks: repository === null ? {} : { Repository: repository },
      customCss: join(import.meta.dirname, 'site.css'),
      // Which error it is stands in braces, which TypeDoc leaves out otherwise.
      preservedTypeAnnotationTags: ['@throws'],
      includeVersion: false,
      hideGenerator: true,
      logLevel: 'Warn',
    },
    [new TSConfigReader()],
  )
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) =>
    nameModules(project, { root, rooms, identity }),
  )
  const project = await app.convert()
  if (project === undefined) throw new Error('TypeDoc could not read the packages.')
  if (repository === null) removeSourceLinks(project)
  app.validate(project)
  if (app.logger.hasErrors() || app.logger.hasWarnings())
    throw new Error('TypeDoc found what is named above.')
  await app.generateDocs(project, out)
  finishPages(out)
  if (app.logger.hasErrors() || app.logger.hasWarnings())
    throw new Error('TypeDoc found what is named above.')
}

/** Removes the links to sources; the place of a definition stays as a text. */
function removeSourceLinks(project) {
  for (const { sources = [] } of Object.values(project.reflections))
    for (const source of sources) delete source.url
}

/** Completes the pages that TypeDoc wrote. */
function finishPages(out) {
  const files = readdirSync(out, { recursive: true, encoding: 'utf8' })
  const pages = files
    .map((file) => file.replaceAll('\\', '/'))
    .filter((one) => one.endsWith('.html'))
  const classes = new Map()
  for (const page of pages) {
    const [, room, name] = /^classes\/(\w+)\.(\w+)\.html$/.exec(page) ?? []
    if (room !== undefined) classes.set(name, [...(classes.get(name) ?? []), { room, page }])
  }
  for (const page of pages) {
    const text = readFileSync(join(out, page), 'utf8')
    const finished = withGuide(withErrors(withFrontDoor(text), page, classes), page, pages)
    if (finished !== text) writeFileSync(join(out, page), finished)
  }
}

/** A link to a folder needs a server; the front door is a file. */
function withFrontDoor(text) {
  return text.replaceAll(/href="((?:\.\.\/)+)"/g, 'href="$1index.html"')
}

/** An error that a function throws leads to its page: in its own package, or in the only one that has it. */
function withErrors(text, page, classes) {
  const own = /^\w+\/(\w+)\./.exec(page)?.[1]
  return text.replaceAll(/(<span class="tsd-type-annotation">)\{(\w+)\}/g, (_, open, name) => {
    const places = classes.get(name) ?? []
    const place =
      places.find(({ room }) => room === own) ?? (places.length === 1 ? places[0] : null)
    return place === null ? open + name : `${open}<a href="../${place.page}">${name}</a>`
  })
}

/** The page of a package leads to its guide. */
function withGuide(text, page, pages) {
  const [, name] = /^modules\/_.+_([a-z0-9-]+)\.html$/.exec(page) ?? []
  const guide = `documents/Guide__${name}.html`
  if (name === undefined || !pages.includes(guide)) return text
  return text.replace(/(<h1>Module .*?<\/h1>)/, `$1<p><a href="../${guide}">Guide: ${name}</a></p>`)
}

/** A module is called what programs import. */
function nameModules(project, { root, rooms, identity }) {
  for (const module of project.children ?? []) {
    const file = module.sources?.[0]?.fullFileName
    const room = rooms.find(({ dir }) => file?.startsWith(`${join(root, dir)}/`))
    if (room !== undefined) module.name = withScope(room.name, identity)
  }
}
