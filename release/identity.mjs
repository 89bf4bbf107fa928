// What the project is called and where it is at home. release/identity.json is the only place that says it: no manifest
// and no page of the repository names an address, and a release fills them in from there. While an address is null,
// nothing can be released. The keys:
//   name        the program's name. The code has it in its command, variables and files, so that no other is accepted.
//   scope       the npm scope of the packages. Another one than the code's is written into the packs when they are made.
//   home        the https address of the project's page: homepage of each pack, url of the image.
//   repository  the https address of its code, whose host shows issues at /issues and files at /blob/<tag>/<path>.
import { readFileSync } from 'node:fs'

/** The identity in the code itself. Packs that are only tried are made with it. */
export const codeIdentity = {
  name: 'vaultwright',
  scope: '@vaultwright',
  home: null,
  repository: null,
}

const keys = Object.keys(codeIdentity)

/**
 * Reads an identity.
 *
 * @param file - its name, for messages.
 * @throws {IdentityError} for a text that is not JSON, a key too many or too few, and a value that cannot be.
 */
export function parseIdentity(text, file) {
  const identity = objectOf(text, file)
  const unknown = Object.keys(identity).find((key) => !keys.includes(key))
  if (unknown !== undefined)
    throw new IdentityError(
      'identity_invalid',
      `"${unknown}" is not a key of ${file}. Its keys are ${keys.join(', ')}.`,
      { file, key: unknown },
    )
  for (const key of keys) {
    const advice = adviceOf(key, identity[key])
    if (advice === null) continue
    const value = JSON.stringify(identity[key]) ?? 'Nothing'
    throw new IdentityError(
      'identity_invalid',
      `${value} is not the ${key} of a project, in ${file}. ${advice}`,
      { file, key, value: identity[key] },
    )
  }
  return identity
}

/** @throws {IdentityError} as `parseIdentity` does, and if the file cannot be read. */
export function readIdentity(file) {
  let text = ''
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    throw new IdentityError(
      'identity_missing',
      `${file} cannot be read (${cause.code}). Give a file with ${keys.join(', ')}.`,
      { file },
    )
  }
  return parseIdentity(text, file)
}

/** @throws {IdentityError} if an address is not set. */
export function assertReleasable(identity, file) {
  const unset = ['home', 'repository'].filter((key) => identity[key] === null)
  if (unset.length === 0) return
  throw new IdentityError(
    'identity_unset',
    `${unset.join(' and ')} of the project ${unset.length === 1 ? 'is' : 'are'} null in ${file}. ` +
      'Set home to the address of its page and repository to the address of its code, such as ' +
      'https://code.example.com/team/project. To try a release without them: --dry-run --identity <file>.',
    { file, unset },
  )
}

/** The fields of a manifest that name addresses; none while they are not set. */
export function addressesOf({ home, repository }, dir) {
  return {
    ...(home === null ? {} : { homepage: home }),
    ...(repository === null
      ? {}
      : {
          bugs: `${repository}/issues`,
          repository: { type: 'git', url: `git+${repository}.git`, directory: dir },
        }),
  }
}

/** Names packages of the house in a text by the scope that they are published in. */
export function withScope(text, { scope }) {
  return text.replaceAll(`${codeIdentity.scope}/`, `${scope}/`)
}

function objectOf(text, file) {
  let value = null
  try {
    value = JSON.parse(text)
  } catch {}
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new IdentityError(
    'identity_invalid',
    `${file} is not a JSON object. Give one with ${keys.join(', ')}.`,
    { file },
  )
}

/** The advice in place of a value, or null if the value is possible. */
function adviceOf(key, value) {
  if (key === 'name')
    return value === codeIdentity.name
      ? null
      : `Give "${codeIdentity.name}": its command, its variables (VAULTWRIGHT_…) and its files (vaultwright.yaml) are called so in the code, and would have to be renamed there first.`
  if (key === 'scope')
    return isScope(value)
      ? null
      : 'Give @ with lower-case letters, digits, hyphens, dots or underscores, as npm has scopes: "@vaultwright".'
  if (value === null || (isAddress(value) && !(key === 'repository' && /(\/|\.git)$/.test(value))))
    return null
  return `Give an address such as "https://code.example.com/team/project", with https, without a user, a query, a fragment${key === 'repository' ? ', a final / or .git' : ''}, or null where it is not set.`
}

/** The rule of npm for the part before the stroke of a name. */
function isScope(value) {
  return typeof value === 'string' && /^@[a-z0-9-][a-z0-9._-]{0,99}$/.test(value)
}

/** Letters that need no quoting in Markdown, in a Dockerfile and in JSON. */
function isAddress(value) {
  return (
    typeof value === 'string' &&
    /^https:\/\/(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+(?::\d{2,5})?(?:\/[\w.~-]+)*\/?$/.test(value) &&
    URL.canParse(value) &&
    new URL(value).href === (value.split('/').length > 3 ? value : `${value}/`)
  )
}

/** The packages that releases are made with import this file before anything is built, so its error has no parent of the house. */
export class IdentityError extends Error {
  constructor(code, message, facts) {
    super(message)
    this.name = 'IdentityError'
    this.code = code
    this.facts = facts
  }
}
