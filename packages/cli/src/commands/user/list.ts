import { adminOptions } from '../../admin/option.ts'
import { yes } from '../../answer.ts'
import { defineCommand } from '../../command.ts'

export const userList = defineCommand({
  name: 'user list',
  describe: 'Lists the users of a tenant with their roles, by name.',
  positionals: {},
  options: adminOptions,
  examples: [
    ['user list', 'Of the only tenant of the database'],
    ['user list --url https://… --json', 'By an API, for a program'],
  ],
  run: async (args, context) => {
    const [{ withAdmin }, print] = await Promise.all([
      import('../../admin/open.ts'),
      import('../../print/user.ts'),
    ])
    const users = await withAdmin(args, context, (admin) => admin.listUsers())
    return {
      json: () => ({ users: users.map(print.userJsonOf) }),
      text: (ink) => print.printUsers(users, ink),
      exit: yes,
    }
  },
})
