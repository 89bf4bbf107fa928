// The Node that an archive holds: the publisher's own, of one version for every platform, out of a folder that whoever
// releases has downloaded from nodejs.org and given the publisher's list of digests.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { isLater } from '../version.mjs'
import { digestOf, parseDigests } from './digest.mjs'

const listName = 'SHASUMS256.txt'

/** The platforms that archives are made for, as the publisher calls them. */
export const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win-x64']

/**
 * Checks the publisher's archives of some platforms against the publisher's list.
 *
 * @param folder - with `SHASUMS256.txt` and `node-v<version>-<platform>.tar.xz`, for Windows `.zip`; undefined if none was given.
 * @param tested - the version that the tests run on. Another one is of the same line, and not older.
 * @returns the version of all of them, and the file of each platform.
 * @throws {NodeArchiveError} with a code for each reason; {DigestListError} for a list that is none.
 */
export function openNodes(folder, { chosen, tested }) {
  if (folder === undefined)
    throw new NodeArchiveError(
      'node_folder_missing',
      `Archives hold the Node of its publisher. Download ${listName} and ${chosen.map((platform) => nameOf(tested, platform)).join(', ')} into a folder, check the list's signature, and give it with --node <folder>; --platforms none makes no archives.`,
      { chosen },
    )
  const list = join(folder, listName)
  if (!existsSync(list))
    throw new NodeArchiveError(
      'node_list_missing',
      `${list} is not there. Put the publisher's list of digests beside the archives.`,
      { list },
    )
  const digests = parseDigests(readFileSync(list, 'utf8'), list)
  const nodes = chosen.map((platform) => archiveIn(folder, platform))
  for (const { file } of nodes) checkDigest(file, digests, list)
  const [{ version, file }] = nodes
  const other = nodes.find((node) => node.version !== version)
  if (other !== undefined)
    throw new NodeArchiveError(
      'node_versions_differ',
      `${basename(file)} and ${basename(other.file)} are not of the same version. Give one version of every platform.`,
      { version, other: other.version },
    )
  if (version.split('.')[0] !== tested.split('.')[0] || isLater(tested, version))
    throw new NodeArchiveError(
      'node_version_untested',
      `The tests run on Node ${tested}, not on ${version}. Give the archives of ${tested}, or of a later version of its line.`,
      { version, tested },
    )
  return { version, files: new Map(nodes.map((node) => [node.platform, node.file])) }
}

/**
 * Puts the program and the licence of a platform's Node into the folder of an archive: `bin/node`, for Windows
 * `bin/node.exe`, and `LICENSE.node`.
 *
 * @returns the program.
 */
export function takeNode({ version, files }, platform, place) {
  const folder = join(place, '.node')
  mkdirSync(folder)
  const file = files.get(platform)
  const top = `node-v${version}-${platform}`
  const program = isWindows(platform) ? 'node.exe' : 'bin/node'
  const members = [`${top}/${program}`, `${top}/LICENSE`]
  const [command, ...words] = isWindows(platform)
    ? ['unzip', '-q', file, ...members, '-d', folder]
    : ['tar', '-xJf', file, '-C', folder, ...members]
  const { status, stderr, error } = spawnSync(command, words, { encoding: 'utf8' })
  if (status !== 0)
    throw new NodeArchiveError(
      'node_archive_unreadable',
      `${command} does not take ${members.join(' and ')} out of ${file}: ${error?.message ?? stderr.trim()}. ${command} must be installed, and tar needs xz.`,
      { file },
    )
  const target = join(place, 'bin', basename(program))
  renameSync(join(folder, members[0]), target)
  chmodSync(target, 0o755)
  renameSync(join(folder, members[1]), join(place, 'LICENSE.node'))
  rmSync(folder, { recursive: true })
  return target
}

export function isWindows(platform) {
  return platform.startsWith('win')
}

function archiveIn(folder, platform) {
  const names = readdirSync(folder).flatMap((name) => {
    const [, version] = /^node-v(\d+\.\d+\.\d+)-/.exec(name) ?? []
    return version !== undefined && name === nameOf(version, platform) ? [{ name, version }] : []
  })
  if (names.length !== 1)
    throw new NodeArchiveError(
      'node_archive_missing',
      `${folder} has ${names.length === 0 ? 'no' : names.length} Nodes for ${platform}. It needs one ${nameOf('<version>', platform)}.`,
      { folder, platform, names: names.map(({ name }) => name) },
    )
  const [{ name, version }] = names
  return { platform, version, file: join(folder, name) }
}

function checkDigest(file, digests, list) {
  const name = basename(file)
  const listed = digests.get(name)
  if (listed === undefined)
    throw new NodeArchiveError(
      'node_digest_absent',
      `${name} is not in ${list}. Give the list that the publisher has beside the archive.`,
      { file, list },
    )
  const digest = digestOf(file)
  if (digest !== listed)
    throw new NodeArchiveError(
      'node_digest_differs',
      `${file} hashes to ${digest} instead of ${listed}. It is not what the publisher made: download it again, and use neither if it stays so.`,
      { file, digest, listed },
    )
}

function nameOf(version, platform) {
  return `node-v${version}-${platform}.${isWindows(platform) ? 'zip' : 'tar.xz'}`
}

export class NodeArchiveError extends Error {
  constructor(code, message, facts) {
    super(message)
    this.name = 'NodeArchiveError'
    this.code = code
    this.facts = facts
  }
}
