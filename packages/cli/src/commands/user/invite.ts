import type { Store, User } from '@vaultwright/store'
import { actorOf, tenantMeant, withStore } from '../../admin/open.ts'
import { tenantOptions, withoutUrl } from '../../admin/option.ts'
import { choice, count, defineCommand } from '../../command/command.ts'
import { UsageError } from '../../command/usage.ts'
import { yes } from '../../terminal/context.ts'
import { printPairs, printTime } from '../../terminal/table.ts'

const maxHours = 168

export const command = defineCommand({
  name: 'user invite',
  summary: 'Print a link to sign in to the web console',
  describe:
    "Prints a link with which a user registers a passkey and signs in to the web console. The link is good for one use; the new passkey replaces the user's others, and the sessions end. --role makes the user first. The link begins with PUBLIC_URL, else with http://localhost and PORT.",
  positionals: { user: { describe: 'Name or id; with --role the name of a new user' } },
  options: {
    role: choice(['viewer', 'strategist', 'curator', 'admin'], 'Make the user, with this role'),
    hours: count('How long the link holds: 1 to 168; default: 1', 'hours'),
    ...tenantOptions,
  },
  without: withoutUrl,
  examples: [
    ['user invite alice --role admin', 'The first admin of a new service'],
    ['user invite alice --hours 24', 'A link for a user who lost the passkey'],
  ],
  run: async (args, context) => {
    const { hours = 1, role, user: name } = args
    if (hours < 1 || hours > maxHours) {
      throw new UsageError(`--hours is ${hours}. Give a whole number from 1 to ${maxHours}.`)
    }
    const created = await withStore(args, context, async (store) => {
      const tenant = await tenantMeant(store, args.tenant)
      const user = await userOf(store, { tenantId: tenant.id, name, role })
      const draft = { userId: user.id, hours }
      const invite = await store.invites.create(tenant.id, draft, actorOf())
      return { ...invite, user, tenant }
    })
    const link = `${consoleBaseOf(context.config.variables)}/console/invite#${created.secret}`
    const { user, tenant, expiresAtUnix } = created
    const expires = printTime(expiresAtUnix)
    return {
      json: () => ({
        link,
        user: user.name,
        id: user.id,
        role: user.role,
        tenant: tenant.name,
        expiresAt: expires,
      }),
      text: (style) =>
        printPairs(
          Object.entries({ link, user: user.name, role: user.role, tenant: tenant.name, expires }),
          style,
        ),
      exit: yes,
    }
  },
})

type InvitedUser = {
  readonly tenantId: string
  readonly name: string
  readonly role: User['role'] | undefined
}

async function userOf(store: Store, { tenantId, name, role }: InvitedUser): Promise<User> {
  const user = await store.users.find(tenantId, name)
  if (user === null) {
    if (role !== undefined) return store.users.create(tenantId, { name, role }, actorOf())
    const { UserNotFoundError } = await import('@vaultwright/store')
    throw new UserNotFoundError(name)
  }
  if (role === undefined || role === user.role) return user
  throw new UsageError(
    `${name} is a ${user.role} already. Leave --role out; an admin changes roles in the console.`,
  )
}

/** Browsers make passkeys for localhost, and for no address. */
function consoleBaseOf({ PUBLIC_URL, PORT }: Readonly<Record<string, string | undefined>>): string {
  return PUBLIC_URL ? new URL(PUBLIC_URL).origin : `http://localhost:${PORT || '8080'}`
}
