/* What a run amounts to: summary.json, and a few lines for people. */

#include "json.h"
#include "lash_host.h"
#include "run.h"

static void json_size(json *j, const char *key, size_t value) {
  json_integer(j, key, (long long)value);
}

static void write_energy(json *j, const lash_audit *a) {
  json_object(j, "energy");
  json_number(j, "kinetic", a->now.kinetic);
  json_number(j, "gravity", a->now.gravity);
  json_number(j, "springs", a->now.springs);
  json_number(j, "strain", a->now.strain);
  json_number(j, "work_forces", a->forces);
  json_number(j, "work_motions", a->motions);
  json_number(j, "dissipated", a->dissipated);
  json_number(j, "taken", a->taken);
  json_number(j, "given", a->given);
  json_number(j, "exchanged", a->exchanged);
  json_number(j, "imbalance", a->imbalance);
  json_number(j, "imbalance_relative", a->relative);
  json_object_end(j);
}

/* What the reference solver counts. */
static void write_counts(json *j, const lash_integrate_statistics *s) {
  json_size(j, "rejections", s->rejections);
  json_size(j, "evaluations", s->evaluations);
  json_size(j, "jacobians", s->jacobians);
  json_size(j, "factorisations", s->factorisations);
  json_size(j, "events", s->events);
  json_size(j, "contact_events", s->contact_events);
  json_size(j, "restarts", s->restarts);
  json_size(j, "singular_positions", s->singular);
  json_number(j, "smallest_step", s->smallest);
  json_number(j, "largest_step", s->largest);
  json_number(j, "constraint_violation", s->violation);
  json_number(j, "drift_before_projection", s->drift);
}

void run_write_summary(const run_outcome *o, FILE *out) {
  const lash_session_totals *t = lash_session_totals_of(o->session);
  const lash_model *model = lash_session_model(o->session);
  const lash_host_class *host = o->host ? lash_host_find(o->host) : NULL;
  json j = json_object_to(out);
  json_string(&j, "model", model && model->file ? model->file : o->file);
  json_string(&j, "status",
              o->failure ? (run_interrupted() ? "interrupted" : "failed") : "finished");
  if (o->failure) json_string(&j, "message", o->failure->message);
  if (o->host) {
    json_string(&j, "host", o->host);
    json_string(&j, "version", host ? lash_host_version(host) : NULL);
  } else {
    json_string(&j, "analysis", t->analysis);
    json_string(&j, "integrator", t->dynamic ? t->integrator : NULL);
    json_string(&j, "engine", t->compiled ? "compiled" : "cartesian");
    if (t->not_compiled[0]) json_string(&j, "not_compiled", t->not_compiled);
  }
  const char *folder = o->folder ? o->folder : lash_session_folder(o->session);
  json_string(&j, "folder", folder ? folder : "");
  json_number(&j, "end", t->end);
  json_size(&j, "outputs", t->outputs);
  json_size(&j, "steps", t->count.steps);
  if (!o->host) write_counts(&j, &t->count);
  if (t->dynamic) write_energy(&j, &t->audit);
  if (lash_session_system(o->session)) {
    const lash_system_sizes *n = lash_system_size(lash_session_system(o->session));
    json_integer(&j, "degrees_of_freedom", n->dof);
    json_size(&j, "redundant_constraints", n->redundant);
  }
  if (lash_session_fingerprint(o->session)) {
    char fingerprint[32];
    snprintf(fingerprint, sizeof fingerprint, "%016llx",
             (unsigned long long)lash_session_fingerprint(o->session));
    json_string(&j, "fingerprint", fingerprint);
  }
  json_number(&j, "wall_time", o->wall);
  json_end(&j);
}

/* " J", with the blank before it; empty when the dataset gives no units. */
static void unit_behind(const run_outcome *o, const char *form, char *text, size_t size) {
  const lash_model *model = lash_session_model(o->session);
  text[0] = ' ';
  text[1] = '\0';
  if (model) lash_unit_text(&model->units, form, text + 1, size - 1);
  if (!text[1]) text[0] = '\0';
}

void run_print_summary(const run_outcome *o, FILE *out) {
  const lash_session_totals *t = lash_session_totals_of(o->session);
  const lash_integrate_statistics *s = &t->count;
  const char *folder = o->folder ? o->folder : lash_session_folder(o->session);
  char time[64], energy[64];
  unit_behind(o, "T", time, sizeof time);
  unit_behind(o, "E", energy, sizeof energy);
  if (o->host) {
    fprintf(out, "host %s to time %g%s: %zu outputs in %s, %zu steps (took %.3g s)\n", o->host,
            t->end, time, t->outputs, folder, s->steps, o->wall);
    return;
  }
  fprintf(out, "%s to time %g%s: %zu outputs in %s (took %.3g s)\n",
          t->analysis ? t->analysis : "nothing", t->end, time, t->outputs, folder, o->wall);
  if (t->dynamic) {
    const lash_audit *a = &t->audit;
    fprintf(out, "  integrator             %s, %zu steps, %zu rejected, %zu evaluations\n",
            t->integrator, s->steps, s->rejections, s->evaluations);
    if (t->compiled) fprintf(out, "  engine                 compiled\n");
    if (t->not_compiled[0])
      fprintf(out, "  engine                 cartesian: %s\n", t->not_compiled);
    if (s->events > 0) {
      fprintf(out, "  events                 %zu, of which contacts %zu\n", s->events,
              s->contact_events);
    }
    fprintf(out, "  work of forces         %.6g%s\n", a->forces, energy);
    fprintf(out, "  work of motions        %.6g%s\n", a->motions, energy);
    fprintf(out, "  dissipated             %.6g%s (%.4g%s taken by forces, %.4g%s given)\n",
            a->dissipated, energy, a->taken, energy, a->given, energy);
    fprintf(out, "  energy unaccounted     %.3g%s (%.2g of %.4g%s exchanged)\n", a->imbalance,
            energy, a->relative, a->exchanged, energy);
  }
  fprintf(out, "  constraint violation   %.2g\n", s->violation);
}
