/**
 * The largest of some numbers, at least `least`. Unlike `Math.max(...numbers)` it takes any number of them: the arguments
 * of a call are on the stack.
 */
export function largest(numbers: Iterable<number>, least = 0): number {
  let most = least;
  for (const number of numbers) if (number > most) most = number;
  return most;
}
