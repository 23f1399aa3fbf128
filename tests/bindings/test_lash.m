% The MEX function in Octave: table of restitutions, batches, bristles, rigs, a run, mistakes.
1;
function is(condition, words)
  if ~condition, error('not met: %s', words); end
end
function refused(what, identifier, varargin)
  try
    lash(varargin{:});
  catch problem
    is(strcmp(problem.identifier, identifier), [what ': ' problem.identifier]);
    is(~isempty(problem.message), what);
    return
  end
  error('%s was not refused', what);
end

% asked e = 0.1, 0.3, 0.5, 0.7, 0.9; returned, to four digits, as in tests/contact/test_restitution.c
asked = [0.1 0.3 0.5 0.7 0.9];
names = {'hunt_crossley', 'herbert_mcwhannell', 'lee_wang', 'lankarani_nikravesh', 'gonthier', ...
         'zhiying_qishao', 'flores', 'hu_guo', 'gharib_hurmuzlu', 'safaeifar', 'carvalho_martins', 'pant', 'exact'};
returned = [0.5158 0.5813 0.6630 0.7680 0.9090; 0.4907 0.5200 0.5936 0.7227 0.9009; 0.6867 0.7390 0.7992 0.8693 0.9524
            0.6653 0.6842 0.7252 0.7960 0.9132; 0.1010 0.3042 0.4877 0.6696 0.8764; 0.2175 0.3267 0.4826 0.6796 0.8959
            0.0694 0.2562 0.4704 0.6832 0.8939; 0.0741 0.2707 0.4877 0.6973 0.8999; 0.1000 0.2819 0.4107 0.5008 0.5668
            0.0889 0.3138 0.5362 0.7350 0.9152; 0.1289 0.3040 0.5002 0.7000 0.9000; 0.0067 0.0659 0.2171 0.4770 0.8093
            0.1000 0.3000 0.5000 0.7000 0.9000];
worst = 0;
for i = 1:numel(names)
  for k = 1:5
    law = lash('law', names{i}, 'K', 1e8, 'e', asked(k));
    hit = lash('impact', law, 1, 0.3);
    worst = max(worst, abs(hit.e_out - returned(i, k)));
    lash('free', law);
  end
end
printf('restitutions of 13 laws at 5 values: largest difference from the table %.2g\n', worst);
is(worst <= 0.51e-4, 'table of restitutions');

law = lash('law', 'lankarani_nikravesh', 'K', 1e8, 'e', 0.9);
delta = [1e-5 2e-5; 3e-5 -1e-5];
[F, by_delta, by_v] = lash('contact', law, delta, 0.1, 0.2);
formula = 1e8 * max(delta, 0).^1.5 * (1 + 0.75 * (1 - 0.9^2) * 0.1 / 0.2);
is(all(size(F) == [2 2]) && max(abs(F(:) - formula(:))) <= 1e-13 * max(formula(:)), 'force over a matrix');
h = 1e-9;
slope = (lash('contact', law, delta + h, 0.1, 0.2) - lash('contact', law, delta - h, 0.1, 0.2)) / (2 * h);
is(max(abs(slope(:) - by_delta(:))) < 1e-5 * max(by_delta(:)), 'derivative');

bristle = lash('law', 'lugre');
[f, by_v, by_N, zdot] = lash('friction', bristle, [0.01; 0.02], 10, [1e-6; 2e-6]);
is(all(size(zdot) == [2 1]) && zdot(1) > 0, 'rates of bristles');
slip = lash('rig', 'stick-slip', bristle);
is(size(slip.curve, 1) > 100 && size(slip.curve, 2) == numel(slip.columns), 'rig');

warning('off', 'lash:model');
r = lash('run', 'examples/embedding.adm', 'end', 0.1, 'set', {'STRING/1.e=0.25'});
is(abs(r.request_2(end, 4) - 0.25) < 1e-6 && r.impacts == 1 && r.time(end) == 0.1, 'a run');
is(strcmp(r.units.request_2{4}, 'm/s'), 'units');
is(any(strcmp(lash('laws'), 'flores')) && ischar(lash('version')), 'words');

refused('a parameter that is not legal', 'lash:input', 'law', 'flores', 'K', 1e8, 'e', 2);
refused('an unknown law', 'lash:input', 'law', 'nonsense');
refused('a law that was freed', 'lash:input', 'contact', uint64(1), 1, 1, 1);
refused('arrays of two sizes', 'lash:input', 'contact', law, [1 2 3], [1 2], 1);
refused('a missing file', 'lash:input', 'run', 'nowhere.adm', 'end', 1);
refused('an unknown deed', 'lash:input', 'nonsense');
disp('all met');
