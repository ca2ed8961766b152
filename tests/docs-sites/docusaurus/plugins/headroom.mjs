// Gives each <Headroom> the table that shows without the widget, made by the command `headroom`.
import {execFileSync} from 'node:child_process';

function complete(node) {
  const given = Object.fromEntries(node.attributes.map(({name, value}) => [name, value]));
  const options = ['--lang', given.lang ?? 'en', '--base', 'https://headroom.example/'];
  const table = execFileSync('headroom', ['embed', given.scenario, ...options], {encoding: 'utf8'});
  node.attributes.push({type: 'mdxJsxAttribute', name: 'table', value: table});
}

export default function headroom() {
  return function visit(node) {
    if (node.type === 'mdxJsxFlowElement' && node.name === 'Headroom') {
      complete(node);
    }
    node.children?.forEach(visit);
  };
}
