import { adminOptions } from '../../admin/option.ts'
import { choice, defineCommand, required } from '../../command/command.ts'
import { assertGiven } from '../../command/usage.ts'
import { yes } from '../../terminal/context.ts'

export const command = defineCommand({
  name: 'user create',
  summary: 'Make a user with a role',
  describe:
    'Makes a user of a tenant: a person or a program that holds keys. Each role may do what those before it may: viewer reads, strategist builds, curator pushes trees, admin administers the tenant.',
  positionals: { name: { describe: 'How the user is called; unique within the tenant' } },
  options: {
    role: required(
      choice(['viewer', 'strategist', 'curator', 'admin'], 'What the keys of the user may do'),
    ),
    ...adminOptions,
  },
  examples: [
    ["user create 'Ada Lovelace' --role curator", 'Of the only tenant of the database'],
    ['user create bot --role strategist --tenant acme', 'Of this tenant'],
    ['user create bot --role viewer --url https://…', 'By an API'],
  ],
  run: async (args, context) => {
    const role = assertGiven(args.role, 'role')
    const [{ withAdmin }, print] = await Promise.all([
      import('../../admin/open.ts'),
      import('./list.ts'),
    ])
    const { name } = args
    const user = await withAdmin(args, context, (admin) => admin.createUser({ name, role }))
    return {
      json: () => print.userJsonOf(user),
      text: (style) => print.printUser(user, style),
      exit: yes,
    }
  },
})
