// C++ routines: a force with an object and exceptions inside, a callback, a beam load.
#include <array>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "slv_c_utils.h"
#include "slv_cbksub.h"
#include "slv_cbksub_util.h"

namespace {

class Measure {
 public:
  Measure(const char *name, std::vector<int> ids) : name_(name), ids_(std::move(ids)) {}
  std::array<double, 6> operator()() const {
    std::array<double, 6> values{};
    int n = 0, failed = 0;
    c_sysary(name_, ids_.data(), static_cast<int>(ids_.size()), values.data(), &n, &failed);
    if (failed) throw std::runtime_error("measure failed");
    return values;
  }

 private:
  const char *name_;
  std::vector<int> ids_;
};

}  // namespace

extern "C" {

// Force par[0] times the displacement; an exception inside becomes a message.
void Gfosub(const sAdamsGforce *force, double, int, int, double *result) {
  try {
    const auto d = Measure("DISP", {force->I, force->JFLOAT, force->RM})();
    for (int i = 0; i < 6; i++) result[i] = force->PAR[0] * d[i];
  } catch (const std::exception &e) {
    c_errmes(1, e.what(), force->ID, "STOP");
  }
}

// An exception that nobody catches.
void Vfosub(const sAdamsVforce *, double, int, int, double *) {
  throw std::logic_error("uncaught");
}

void Cbksub(const sAdamsCbksub *cbk, double, int event, int *data) {
  if (event == CBKSUB::ev_STATICS_END && data[2]) {
    c_usrmes(1, get_event_name(event), cbk->ID, "ERROR");
  }
}

// A load that grows along the beam.
void ANCFbeamsub(sAdamsANCF3DBeamDistrForce *load, double time, int, int, double *result) {
  result[2] = load->PAR[0] * load->curr_S * time;
  load->type = 5;
}
}
