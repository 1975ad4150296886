/** Collects one line per problem; each line begins with the object or the service that has it. */
export class ProblemCollector {
  readonly problems: string[] = [];

  /** @param prefix what the lines begin with, including the separator: `Deployment supply: ` */
  constructor(private readonly prefix: string) {}

  add(problem: string): void {
    this.problems.push(`${this.prefix}${problem}`);
  }

  addIf(isWrong: boolean, problem: string): void {
    if (isWrong) this.add(problem);
  }
}
