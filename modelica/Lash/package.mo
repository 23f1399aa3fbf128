package Lash "Contact and friction laws of Lash"
  annotation(version = "0.1.0", Documentation(info = "<html>
<p>Laws are made of words, as in a STRING of a dataset: <code>lankarani_nikravesh K=1e8 e=0.9</code>. Functions are pure:
a tool may evaluate them as often and in whatever order it likes, and differentiate them by the exact partial derivatives
they come with. The speed of approach is latched by an event; no memory lives in C.</p></html>"));

  class Law "A contact or friction law with its parameters"
    extends ExternalObject;
    function constructor
      input String words "Name and parameters: flores K=1e8 e=0.5";
      output Law law;
      external "C" law = lash_modelica_law(words)
        annotation(Include = "#include \"lash_modelica.h\"", Library = "lash_multibody",
                   IncludeDirectory = "modelica://Lash/Resources/Include");
    end constructor;
    function destructor
      input Law law;
      external "C" lash_modelica_free(law)
        annotation(Include = "#include \"lash_modelica.h\"", Library = "lash_multibody",
                   IncludeDirectory = "modelica://Lash/Resources/Include");
    end destructor;
  end Law;

  function contactForce "Normal force of a contact law"
    input Law law;
    input Real delta(unit = "m") "Penetration, > 0 in contact";
    input Real v(unit = "m/s") "Its rate";
    input Real v0(unit = "m/s") "Its rate when the contact began";
    output Real force(unit = "N");
    external "C" force = lash_modelica_contact(law, delta, v, v0)
      annotation(Include = "#include \"lash_modelica.h\"", Library = "lash_multibody",
                 IncludeDirectory = "modelica://Lash/Resources/Include");
    annotation(derivative(noDerivative = law) = contactForce_der);
  end contactForce;

  function contactForce_der
    input Law law;
    input Real delta;
    input Real v;
    input Real v0;
    input Real delta_der;
    input Real v_der;
    input Real v0_der;
    output Real force_der;
    external "C" force_der = lash_modelica_contact_der(law, delta, v, v0, delta_der, v_der, v0_der)
      annotation(Include = "#include \"lash_modelica.h\"", Library = "lash_multibody",
                 IncludeDirectory = "modelica://Lash/Resources/Include");
  end contactForce_der;

  function frictionForce "Resistance of a friction law to sliding, with its states"
    input Law law;
    input Real vt(unit = "m/s") "Sliding velocity";
    input Real normal(unit = "N") "Load";
    input Real z[:] "States, states(law) of them";
    output Real force(unit = "N") "Along +vt in steady sliding";
    external "C" force = lash_modelica_friction(law, vt, normal, z, size(z, 1))
      annotation(Include = "#include \"lash_modelica.h\"", Library = "lash_multibody",
                 IncludeDirectory = "modelica://Lash/Resources/Include");
  end frictionForce;

  function frictionRates "Rates of the states of a friction law"
    input Law law;
    input Real vt(unit = "m/s");
    input Real normal(unit = "N");
    input Real z[:];
    output Real zdot[size(z, 1)];
    external "C" lash_modelica_rates(law, vt, normal, z, size(z, 1), zdot)
      annotation(Include = "#include \"lash_modelica.h\"", Library = "lash_multibody",
                 IncludeDirectory = "modelica://Lash/Resources/Include");
  end frictionRates;

  function states "How many numbers a friction law remembers"
    input Law law;
    output Integer count;
    external "C" count = lash_modelica_states(law)
      annotation(Include = "#include \"lash_modelica.h\"", Library = "lash_multibody",
                 IncludeDirectory = "modelica://Lash/Resources/Include");
  end states;

  model Impact "A mass meets a wall; restitution is what comes back"
    parameter String words = "lankarani_nikravesh K=1e8 e=0.5";
    parameter Real mass(unit = "kg") = 1;
    parameter Real speed(unit = "m/s") = 0.3;
    Law law = Law(words);
    Real delta(unit = "m", start = -1e-6, fixed = true);
    Real v(unit = "m/s", start = speed, fixed = true);
    discrete Real v0(unit = "m/s", start = speed, fixed = true);
    discrete Real restitution(start = 0, fixed = true);
  equation
    der(delta) = v;
    mass*der(v) = -contactForce(law, delta, v, v0);
    when delta > 0 then
      v0 = pre(v);
    end when;
    when delta < 0 then
      restitution = -pre(v)/pre(v0);
    end when;
  end Impact;

  model BallSocket "Force of a socket with clearance on the ball in it"
    parameter String words = "flores E=207e9 nu=0.3 Ri=0.0105 Rj=0.010 curvature=internal e=0.9";
    parameter Real clearance(unit = "m") = 0.0005 "Socket's radius less the ball's";
    parameter Real vmin(unit = "m/s") = 1e-6 "Least speed of approach that counts";
    input Real r[3](each unit = "m") "Ball's centre from the socket's";
    input Real rdot[3](each unit = "m/s") "Its velocity, the socket held";
    output Real force[3](each unit = "N") "On the ball; its opposite acts on the socket";
    Law law = Law(words);
    Real eccentricity(unit = "m") = sqrt(r*r + 1e-30);
    Real delta(unit = "m") = eccentricity - clearance;
    Real v(unit = "m/s") = r*rdot/eccentricity;
    discrete Real v0(unit = "m/s", start = vmin, fixed = true);
  equation
    when delta > 0 then
      v0 = max(pre(v), vmin);
    end when;
    force = -contactForce(law, delta, v, v0)/eccentricity*r;
  end BallSocket;
end Lash;
